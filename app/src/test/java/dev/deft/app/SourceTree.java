package dev.deft.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The packages of the product as the sources have them.
final class SourceTree {

    private SourceTree() {}

    /// The module of each package, by its name without `dev.deft.`. `bench` measures the product
    /// and is no part of it.
    static SortedMap<String, String> packages() throws IOException {
        var packages = new TreeMap<String, String>();
        for (Path module : modules()) {
            Path sources = module.resolve("src/main/java/dev/deft");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(it -> it.toString().endsWith(".java"))
                        .map(it -> sources.relativize(it).toString())
                        .map(it -> it.substring(0, it.lastIndexOf('/')).replace('/', '.'))
                        .forEach(it -> packages.put(it, String.valueOf(module.getFileName())));
            }
        }
        return packages;
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> root = Files.list(Checkout.file(""));
                Stream<Path> integrations = Files.list(Checkout.file("integrations"))) {
            return Stream.concat(root, integrations)
                    .filter(it -> Files.isDirectory(it.resolve("src/main/java/dev/deft")))
                    .filter(it -> !it.endsWith("bench"))
                    .sorted()
                    .toList();
        }
    }
}
