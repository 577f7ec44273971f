package dev.deft.engine.plugin;

import dev.deft.agent.config.UserDirectories;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolProvider;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/// Tools from jars in the user's `plugins/` directory.
///
/// A jar that cannot be used is left out and reported by name. The class path of the program is not
/// searched: a program that embeds Deft passes its tools in.
///
/// @param problems with jars, one sentence each
public record Plugins(List<Tool<?>> tools, List<String> problems) implements ToolSource {

    private static final String PROVIDERS = "META-INF/services/" + ToolProvider.class.getName();

    public Plugins {
        tools = List.copyOf(tools);
        problems = List.copyOf(problems);
    }

    @Override
    public String name() {
        return "plug-ins";
    }

    /// The plug-ins of the user.
    public static Plugins ofUser(Map<String, String> environment) throws IOException {
        return of(UserDirectories.from(environment).data().resolve("plugins"));
    }

    /// The tools of all jars in a directory; nothing is loaded if it does not exist.
    public static Plugins of(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return new Plugins(List.of(), List.of());
        }
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
            found.forEach(jars::add);
        }
        jars.sort(null);
        return of(jars, loader(jars));
    }

    private static Plugins of(List<Path> jars, ClassLoader loader) {
        List<Tool<?>> tools = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path jar : jars) {
            try {
                tools.addAll(tools(jar, loader));
            } catch (IOException
                    | ReflectiveOperationException
                    | LinkageError
                    | RuntimeException e) {
                problems.add(
                        "The plug-in %s cannot be used: %s. Fix or remove it."
                                .formatted(jar.getFileName(), why(e)));
            }
        }
        return new Plugins(tools, problems);
    }

    private static String why(Throwable e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String said = String.valueOf(cause.getMessage());
        return cause instanceof IOException ? said : cause.getClass().getSimpleName() + ": " + said;
    }

    private static List<Tool<?>> tools(Path jar, ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        List<Tool<?>> tools = new ArrayList<>();
        for (String name : providers(jar)) {
            Object provider = Class.forName(name, true, loader).getConstructor().newInstance();
            if (!(provider instanceof ToolProvider own)) {
                throw new IOException(name + " is not a ToolProvider");
            }
            for (Tool<?> tool : own.tools()) {
                if (tool.spec().id().isBlank()) {
                    throw new IOException("a tool of " + name + " has no id");
                }
                tools.add(tool);
            }
        }
        return tools;
    }

    /// The providers that a jar names. A jar without any may be a library for the others.
    private static List<String> providers(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(PROVIDERS);
            if (entry == null) {
                return List.of();
            }
            try (InputStream in = file.getInputStream(entry)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(it -> it.replaceFirst("#.*", "").strip())
                        .filter(it -> !it.isEmpty())
                        .toList();
            }
        }
    }

    /// Stays open as long as the program: tools load classes when they are used.
    private static ClassLoader loader(List<Path> jars) throws IOException {
        var urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return new URLClassLoader(urls, Plugins.class.getClassLoader());
    }
}
