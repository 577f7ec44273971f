package dev.deft.process.pool;

import static dev.deft.kernel.PathIdentities.NUMBERS;

import dev.deft.kernel.PathIdentities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The identities of the files at some paths. A mount shows the file that existed when it was made:
/// replacing that file removes the mount and reveals what it hid.
final class FileIdentities {

    private final List<Path> paths;
    private final Duration settled;
    private final long[] found;
    private Optional<Partition> partition = Optional.empty();

    private FileIdentities(List<Path> paths, Duration settled) {
        this.paths = paths;
        this.settled = settled;
        this.found = new PathIdentities(paths).read();
    }

    static FileIdentities of(Collection<Path> paths) {
        return of(paths, MissingPaths.SETTLED);
    }

    /// @param settled after which time without a change a directory is trusted to tell the next
    static FileIdentities of(Collection<Path> paths, Duration settled) {
        return new FileIdentities(List.copyOf(new LinkedHashSet<>(paths)), settled);
    }

    /// Whether every path still refers to the same file.
    synchronized boolean areUnchanged() {
        if (partition.isEmpty()) {
            partition = Optional.of(partition());
        }
        return partition.get().isUnchanged();
    }

    /// Paths that led to something are looked at one by one, because they may be replaced by a
    /// mount, which changes no directory.
    private Partition partition() {
        List<Path> present = new ArrayList<>();
        List<Path> missing = new ArrayList<>();
        long[] identities = new long[found.length];
        int length = 0;
        for (int i = 0; i < paths.size(); i++) {
            if (MissingPaths.isNothing(found, i)) {
                missing.add(paths.get(i));
            } else {
                present.add(paths.get(i));
                System.arraycopy(found, i * NUMBERS, identities, length, NUMBERS);
                length += NUMBERS;
            }
        }
        return new Partition(
                new PathIdentities(present),
                Arrays.copyOf(identities, length),
                new MissingPaths(missing, settled));
    }

    private static final class Partition {

        private final PathIdentities present;
        private final long[] identities;
        private final MissingPaths missing;

        Partition(PathIdentities present, long[] identities, MissingPaths missing) {
            this.present = present;
            this.identities = identities;
            this.missing = missing;
        }

        boolean isUnchanged() {
            return Arrays.equals(identities, present.read()) && missing.areMissing();
        }
    }

    boolean matches(FileIdentities other) {
        return paths.equals(other.paths) && Arrays.equals(found, other.found);
    }
}
