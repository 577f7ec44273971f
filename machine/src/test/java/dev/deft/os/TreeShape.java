package dev.deft.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Everything in a directory but Deft's own, each path with one line about it.
public final class TreeShape {

    private TreeShape() {}

    /// Such as `file 644 hello`, `link to a.txt`, `directory 755`.
    public static Map<String, String> of(Path root) throws IOException {
        var shape = new TreeMap<String, String>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.toList()) {
                String name = root.relativize(path).toString();
                if (!name.isEmpty() && !name.equals(".deft") && !name.startsWith(".deft/")) {
                    shape.put(name, line(path));
                }
            }
        }
        return shape;
    }

    private static String line(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link to " + Files.readSymbolicLink(path);
        }
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0xfff;
        if (Files.isDirectory(path)) {
            return "directory %o".formatted(mode);
        }
        return Files.size(path) > 1_000
                ? "file %o with %d bytes".formatted(mode, Files.size(path))
                : "file %o %s".formatted(mode, Files.readString(path));
    }
}
