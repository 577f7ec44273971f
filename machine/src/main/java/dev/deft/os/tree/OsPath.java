package dev.deft.os.tree;

import dev.deft.host.WorkspacePath;
import java.util.List;

/// A path without `.`, `..` and symlinks: relative to the root, or absolute in a further directory
/// that the user granted. It is opened literally: if a component has become a link in the meantime,
/// opening fails.
///
/// An absolute path grants nothing by itself: a [Tree] opens only those below its own directories.
public record OsPath(String display) implements WorkspacePath, Comparable<OsPath> {

    public static final OsPath ROOT = new OsPath(".");

    public OsPath {
        boolean absolute = display.startsWith("/");
        if (!display.equals(".") && !isPlain(absolute ? display.substring(1) : display)) {
            throw new IllegalArgumentException("not a path below the root: " + display);
        }
    }

    private static boolean isPlain(String path) {
        int from = 0;
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', from)) {
            if (!isName(path, from, end)) {
                return false;
            }
            from = end + 1;
        }
        return isName(path, from, path.length()) && path.indexOf('\0') < 0;
    }

    private static boolean isName(String path, int from, int end) {
        return switch (end - from) {
            case 0 -> false;
            case 1 -> path.charAt(from) != '.';
            case 2 -> !path.startsWith("..", from);
            default -> true;
        };
    }

    static OsPath of(List<String> parts) {
        return parts.isEmpty() ? ROOT : new OsPath(String.join("/", parts));
    }

    /// @param directory the real path of a further directory; empty for the root
    static OsPath of(String directory, List<String> parts) {
        if (directory.isEmpty()) {
            return of(parts);
        }
        return parts.isEmpty()
                ? new OsPath(directory)
                : new OsPath(directory + "/" + String.join("/", parts));
    }

    /// Whether it is in a further directory, not below the root.
    public boolean isAbsolute() {
        return display.startsWith("/");
    }

    public boolean isRoot() {
        return equals(ROOT);
    }

    public String name() {
        return display.substring(display.lastIndexOf('/') + 1);
    }

    /// The path above; a directory directly below `/` is its own.
    public OsPath parent() {
        int slash = display.lastIndexOf('/');
        if (slash == 0) {
            return this;
        }
        return slash < 0 ? ROOT : new OsPath(display.substring(0, slash));
    }

    public OsPath child(String name) {
        return isRoot() ? new OsPath(name) : new OsPath(display + "/" + name);
    }

    @Override
    public int compareTo(OsPath other) {
        return display.compareTo(other.display);
    }

    @Override
    public String toString() {
        return display;
    }
}
