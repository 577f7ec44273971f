package dev.deft.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/// Which files some paths lead to. A mount shows the file that was there when it was made: whoever
/// puts another one in its place takes the mount away, and what it hid can be seen.
final class FileIdentities {

    private static final String NOTHING = "";

    private final List<Path> paths;
    private final List<String> found;

    private FileIdentities(List<Path> paths) {
        this.paths = paths;
        this.found = paths.stream().map(FileIdentities::identity).toList();
    }

    static FileIdentities of(Collection<Path> paths) {
        return new FileIdentities(List.copyOf(new LinkedHashSet<>(paths)));
    }

    /// Whether every path still leads to the same file.
    boolean holds() {
        for (int i = 0; i < paths.size(); i++) {
            if (!identity(paths.get(i)).equals(found.get(i))) {
                return false;
            }
        }
        return true;
    }

    boolean isLike(FileIdentities other) {
        return paths.equals(other.paths) && found.equals(other.found);
    }

    /// Inode numbers are given again, so the time of birth counts as well. Where a file system
    /// keeps none, Java tells the time of the last change: for files that is only too careful, and
    /// for directories, which change all the time, it does not count.
    private static String identity(Path path) {
        try {
            BasicFileAttributes it = Files.readAttributes(path, BasicFileAttributes.class);
            boolean unborn = it.isDirectory() && it.creationTime().equals(it.lastModifiedTime());
            return unborn
                    ? String.valueOf(it.fileKey())
                    : it.fileKey() + " " + it.creationTime().toMillis();
        } catch (IOException _) {
            return NOTHING;
        }
    }
}
