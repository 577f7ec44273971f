package dev.deft.os.tree;

import dev.deft.host.WorkspacePath;
import java.util.Comparator;
import java.util.List;

/// A path below the root without `.`, `..` and symlinks. It is opened literally: if a component has
/// become a link in the meantime, opening fails.
public record OsPath(String display) implements WorkspacePath, Comparable<OsPath> {

    public static final OsPath ROOT = new OsPath(".");

    public OsPath {
        if (!display.equals(".") && !isPlain(display)) {
            throw new IllegalArgumentException("not a path below the root: " + display);
        }
    }

    private static boolean isPlain(String path) {
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return path.indexOf('\0') < 0;
    }

    static OsPath of(List<String> parts) {
        return parts.isEmpty() ? ROOT : new OsPath(String.join("/", parts));
    }

    public boolean isRoot() {
        return equals(ROOT);
    }

    public String name() {
        return display.substring(display.lastIndexOf('/') + 1);
    }

    public OsPath parent() {
        int slash = display.lastIndexOf('/');
        return slash < 0 ? ROOT : new OsPath(display.substring(0, slash));
    }

    public OsPath child(String name) {
        return isRoot() ? new OsPath(name) : new OsPath(display + "/" + name);
    }

    @Override
    public int compareTo(OsPath other) {
        return Comparator.comparing(OsPath::display).compare(this, other);
    }

    @Override
    public String toString() {
        return display;
    }
}
