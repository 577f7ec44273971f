package dev.deft.process.pool;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Which files some paths lead to. A mount shows the file that was there when it was made: whoever
/// puts another one in its place takes the mount away, and what it hid can be seen.
final class FileIdentities {

    private final List<Path> paths;
    private final List<Identity> found;

    private FileIdentities(List<Path> paths) {
        this.paths = paths;
        this.found = paths.stream().map(Identity::of).toList();
    }

    static FileIdentities of(Collection<Path> paths) {
        return new FileIdentities(List.copyOf(new LinkedHashSet<>(paths)));
    }

    /// Whether every path still leads to the same file.
    boolean holds() {
        for (int i = 0; i < paths.size(); i++) {
            if (!Identity.of(paths.get(i)).isSame(found.get(i))) {
                return false;
            }
        }
        return true;
    }

    boolean isLike(FileIdentities other) {
        if (!paths.equals(other.paths)) {
            return false;
        }
        for (int i = 0; i < found.size(); i++) {
            if (!found.get(i).isSame(other.found.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// What tells a file from others. Inode numbers are given again, so the time of birth counts as
    /// well.
    private record Identity(Object key, long born) {

        private static final Identity NONE = new Identity("", 0);

        static Identity of(Path path) {
            return attributes(path).map(Identity::of).orElse(NONE);
        }

        /// Where a file system keeps no time of birth, Java tells that of the last change. For
        /// files that is only too careful; for directories, which change all the time, it does not
        /// count.
        private static Identity of(BasicFileAttributes it) {
            boolean counts = !it.isDirectory() || !it.creationTime().equals(it.lastModifiedTime());
            return new Identity(
                    Optional.ofNullable(it.fileKey()).orElse(""),
                    counts ? it.creationTime().toMillis() : 0);
        }

        /// Most paths lead nowhere, and to say so with an exception takes long.
        private static Optional<BasicFileAttributes> attributes(Path path) {
            try {
                return Optional.ofNullable(
                        path.getFileSystem()
                                .provider()
                                .readAttributesIfExists(path, BasicFileAttributes.class));
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        boolean isSame(Identity other) {
            return born == other.born && key.equals(other.key);
        }
    }
}
