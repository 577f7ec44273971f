package dev.deft.search;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;

/// Splits a path below the root into its components.
final class RelativePath {

    private RelativePath() {}

    static byte[][] components(String path) {
        if (path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw new InvalidPathException(path, "not a path below the root");
        }
        List<byte[]> components = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                throw new InvalidPathException(path, "not a path below the root");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                components.add(Glob.bytes(part));
            }
        }
        return components.toArray(byte[][]::new);
    }
}
