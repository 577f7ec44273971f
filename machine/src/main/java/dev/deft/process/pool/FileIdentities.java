package dev.deft.process.pool;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The identities of the files at some paths. A mount shows the file that existed when it was made:
/// replacing that file removes the mount and reveals what it hid.
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

    /// Whether every path still refers to the same file.
    boolean areUnchanged() {
        for (int i = 0; i < paths.size(); i++) {
            if (!Identity.of(paths.get(i)).isSame(found.get(i))) {
                return false;
            }
        }
        return true;
    }

    boolean matches(FileIdentities other) {
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

    /// Identifies a file. Inode numbers are reused, so the creation time counts too.
    private record Identity(Object key, long created) {

        private static final Identity NONE = new Identity("", 0);

        static Identity of(Path path) {
            return attributes(path).map(Identity::of).orElse(NONE);
        }

        /// Without a creation time in the file system, Java returns the modification time. For
        /// files that is only too strict; for directories, which change often, it is ignored.
        private static Identity of(BasicFileAttributes it) {
            boolean counts = !it.isDirectory() || !it.creationTime().equals(it.lastModifiedTime());
            return new Identity(
                    Optional.ofNullable(it.fileKey()).orElse(""),
                    counts ? it.creationTime().toMillis() : 0);
        }

        /// Most paths do not exist, and exceptions are slow.
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
            return created == other.created && key.equals(other.key);
        }
    }
}
