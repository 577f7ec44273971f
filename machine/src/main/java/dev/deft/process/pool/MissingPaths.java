package dev.deft.process.pool;

import dev.deft.kernel.DirectoryReader;
import dev.deft.kernel.PathIdentities;
import dev.deft.sandbox.LocalFileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Paths that lead nowhere, and whether they still do.
///
/// No name appears in a directory without a new change time of the directory. So one look at it
/// stands for one at each name it lacks, if it is on this machine and has not changed for a while:
/// the clock of a file system ticks slowly, and two changes may have the same time.
final class MissingPaths {

    /// Longer than a tick of any clock of a file system.
    static final Duration SETTLED = Duration.ofSeconds(3);

    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000);

    private static final int STAMP = PathIdentities.NUMBERS + 1;

    private final List<Path> paths;
    private final PathIdentities reader;
    private final Duration settled;
    private List<Lack> lacks = List.of();
    private PathIdentities directories = new PathIdentities(List.of());
    private PathIdentities unsure = new PathIdentities(List.of());
    private boolean grouped;

    /// @param settled after which time without a change a directory counts as settled
    MissingPaths(List<Path> paths, Duration settled) {
        this.settled = settled;
        this.paths = List.copyOf(paths);
        this.reader = new PathIdentities(paths);
    }

    /// Whether none of them leads anywhere.
    boolean areMissing() {
        return grouped ? areStillMissing() || group() : group();
    }

    private boolean areStillMissing() {
        long[] now = directories.readWithChangeTimes();
        for (int i = 0; i < lacks.size(); i++) {
            long[] stamp = Arrays.copyOfRange(now, i * STAMP, (i + 1) * STAMP);
            if (!lacks.get(i).holds(stamp)) {
                return false;
            }
        }
        return isNothing(unsure.read());
    }

    /// Looks at every path, and remembers which directories lack them. The directories come first,
    /// so that what appears meanwhile changes them afterwards.
    private boolean group() {
        Map<Path, Set<Path>> byDirectory = byDirectory();
        List<Path> all = List.copyOf(byDirectory.keySet());
        directories = new PathIdentities(all);
        long[] stamps = directories.readWithChangeTimes();
        lacks = new ArrayList<>();
        Set<Path> sure = new HashSet<>();
        var opener = new DirectoryReader();
        for (int i = 0; i < all.size(); i++) {
            List<Path> names = List.copyOf(byDirectory.getOrDefault(all.get(i), Set.of()));
            var lack =
                    new Lack(
                            PathIdentities.ofLinks(names),
                            isLocal(opener, all.get(i)) ? settled : NEVER,
                            Arrays.copyOfRange(stamps, i * STAMP, (i + 1) * STAMP));
            lacks.add(lack);
            if (lack.look()) {
                sure.addAll(names);
            }
        }
        unsure = new PathIdentities(paths.stream().filter(it -> !isBelow(it, sure)).toList());
        grouped = true;
        return isNothing(reader.read());
    }

    private static boolean isLocal(DirectoryReader opener, Path directory) {
        int open = opener.open(directory);
        if (open < 0) {
            return false;
        }
        try {
            return LocalFileSystems.contain(opener, open);
        } finally {
            opener.close(open);
        }
    }

    /// The first missing name of each path, by the directory that lacks it.
    private Map<Path, Set<Path>> byDirectory() {
        List<Path> ancestors = ancestors();
        long[] found = new PathIdentities(ancestors).read();
        Set<Path> missing = new HashSet<>(paths);
        for (int i = 0; i < ancestors.size(); i++) {
            if (isNothing(found, i)) {
                missing.add(ancestors.get(i));
            }
        }
        Map<Path, Set<Path>> byDirectory = new LinkedHashMap<>();
        for (Path it : paths) {
            Path name = it;
            while (name.getParent() != null && missing.contains(name.getParent())) {
                name = name.getParent();
            }
            if (name.getParent() != null) {
                byDirectory.computeIfAbsent(name.getParent(), _ -> new LinkedHashSet<>()).add(name);
            }
        }
        return byDirectory;
    }

    private List<Path> ancestors() {
        Set<Path> all = new LinkedHashSet<>();
        for (Path it : paths) {
            for (Path up = it.getParent(); up != null; up = up.getParent()) {
                all.add(up);
            }
        }
        return List.copyOf(all);
    }

    private static boolean isBelow(Path path, Set<Path> names) {
        for (Path it = path; it != null; it = it.getParent()) {
            if (names.contains(it)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNothing(long[] found) {
        for (long it : found) {
            if (it != 0) {
                return false;
            }
        }
        return true;
    }

    static boolean isNothing(long[] found, int index) {
        int from = index * PathIdentities.NUMBERS;
        return isNothing(Arrays.copyOfRange(found, from, from + PathIdentities.NUMBERS));
    }

    /// A directory without some names. A name that is a link is not missing, even if it leads
    /// nowhere, since what it leads to can appear elsewhere.
    private static final class Lack {

        private final PathIdentities names;
        private final Duration settlesIn;
        private long[] stamp;
        private boolean settled;

        Lack(PathIdentities names, Duration settlesIn, long[] stamp) {
            this.names = names;
            this.settlesIn = settlesIn;
            this.stamp = stamp;
            this.settled = isSettled(stamp);
        }

        private boolean isSettled(long[] now) {
            long age = System.currentTimeMillis() * 1_000_000 - now[PathIdentities.NUMBERS];
            return age >= settlesIn.toNanos();
        }

        /// @param now what the directory is now
        boolean holds(long[] now) {
            if (settled && Arrays.equals(now, stamp)) {
                return true;
            }
            stamp = now;
            settled = isSettled(now);
            return look();
        }

        /// Looks at each name.
        boolean look() {
            return isNothing(names.read());
        }
    }
}
