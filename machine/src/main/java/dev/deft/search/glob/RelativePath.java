package dev.deft.search.glob;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Splits a path below the root into its components.
public final class RelativePath {

    private RelativePath() {}

    public static byte[][] components(String path) {
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

    /// The path of a directory: the prefix, then the components with a slash after each.
    public static byte[] below(byte[] prefix, byte[][] components) {
        byte[] path = prefix;
        for (byte[] component : components) {
            int at = path.length;
            path = Arrays.copyOf(path, at + component.length + 1);
            System.arraycopy(component, 0, path, at, component.length);
            path[path.length - 1] = '/';
        }
        return path;
    }
}
