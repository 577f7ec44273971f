package dev.deft.process.pool;

import dev.deft.kernel.PathIdentities;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/// The identities of the files at some paths. A mount shows the file that existed when it was made:
/// replacing that file removes the mount and reveals what it hid.
final class FileIdentities {

    private final List<Path> paths;
    private final PathIdentities reader;
    private final long[] found;

    private FileIdentities(List<Path> paths) {
        this.paths = paths;
        this.reader = new PathIdentities(paths);
        this.found = reader.read();
    }

    static FileIdentities of(Collection<Path> paths) {
        return new FileIdentities(List.copyOf(new LinkedHashSet<>(paths)));
    }

    /// Whether every path still refers to the same file.
    boolean areUnchanged() {
        return Arrays.equals(found, reader.read());
    }

    boolean matches(FileIdentities other) {
        return paths.equals(other.paths) && Arrays.equals(found, other.found);
    }
}
