package dev.deft.server.console;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Reads the console's own files, from a jar or from a directory.
final class ConsoleResources {

    private static final String ROOT = "/dev/deft/server/console";
    private static final String PAGE = ROOT + "/index.html";

    private ConsoleResources() {}

    /// All files by their names below the console.
    static SortedMap<String, byte[]> read() throws IOException {
        URL page = ConsoleResources.class.getResource(PAGE);
        if (page == null) {
            throw new IOException("The files of the console are not on the class path.");
        }
        try {
            URI address = page.toURI();
            if (!"jar".equals(address.getScheme())) {
                return below(Path.of(address).resolveSibling("."));
            }
            String jar = address.getRawSchemeSpecificPart();
            Path file = Path.of(URI.create(jar.substring(0, jar.indexOf("!/"))));
            try (FileSystem files = FileSystems.newFileSystem(file, Map.of())) {
                return below(files.getPath(ROOT));
            }
        } catch (URISyntaxException e) {
            throw new IOException("The files of the console have no readable address.", e);
        }
    }

    private static SortedMap<String, byte[]> below(Path given) throws IOException {
        Path root = given.normalize();
        SortedMap<String, byte[]> all = new TreeMap<>();
        try (Stream<Path> walked = Files.walk(root)) {
            List<Path> files = walked.filter(Files::isRegularFile).toList();
            for (Path file : files) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (!name.endsWith(".class")) {
                    all.put(name, Files.readAllBytes(file));
                }
            }
        }
        return all;
    }
}
