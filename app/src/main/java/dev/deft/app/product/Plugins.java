package dev.deft.app.product;

import dev.deft.tool.Tool;
import dev.deft.tool.ToolProvider;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/// Tools that the user put into `plugins/` of their own data directory, as jars.
final class Plugins {

    private Plugins() {}

    /// The tools of all jars there; without the directory nothing is loaded at all.
    ///
    /// @throws IOException when a jar cannot be used, with its name
    static List<Tool<?>> of(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Tool<?>> tools = new ArrayList<>();
        try {
            ServiceLoader.load(ToolProvider.class, loader(directory))
                    .forEach(it -> tools.addAll(it.tools()));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IOException(
                    "A plug-in in %s cannot be used: %s".formatted(directory, e.getMessage()), e);
        }
        return tools;
    }

    /// Stays open as long as the program: tools load their classes when they are used.
    private static ClassLoader loader(Path directory) throws IOException {
        List<URL> jars = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
            for (Path jar : found) {
                jars.add(url(jar));
            }
        }
        return new URLClassLoader(jars.toArray(URL[]::new), Plugins.class.getClassLoader());
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }
}
