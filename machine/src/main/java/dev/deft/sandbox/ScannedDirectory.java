package dev.deft.sandbox;

import dev.deft.kernel.DirectoryReader.EntryType;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.ProtectedPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A scanned directory of a workspace.
///
/// @param stamp changes with the directory
/// @param settled whether it was unchanged long enough for any later change to get another stamp
/// @param readable whether it could be listed
/// @param protectedEntries the protected entries
/// @param special entries that are neither files, directories nor links
/// @param files the files that rules must be checked for
/// @param contentCounts whether the access to one of them depends on its content
/// @param directories its directories
/// @param notEntered the directories that need not be entered
/// @param isRepository whether git treats it as a repository
record ScannedDirectory(
        Object stamp,
        boolean settled,
        boolean readable,
        Map<Path, Object> protectedEntries,
        List<Path> special,
        List<String> files,
        boolean contentCounts,
        List<String> directories,
        Set<String> notEntered,
        boolean isRepository) {

    /// A directory that has not been listed.
    static final ScannedDirectory UNKNOWN =
            new ScannedDirectory(
                    "", false, false, Map.of(), List.of(), List.of(), false, List.of(), Set.of(),
                    false);

    /// Large directories of a repository that contain nothing protected.
    private static final Set<String> SKIPPED = Set.of("objects", "refs", "logs", "lfs");

    /// A large directory of published packages.
    private static final String PACKAGES = "node_modules";

    /// The entries of a repository that decide what git runs.
    private static final Set<String> GIT_SETTINGS =
            Set.of("config", "config.worktree", "commondir", "hooks");

    /// The entries by which git recognizes a repository.
    private static final Set<String> GIT_PARTS = Set.of("HEAD", "objects", "refs", "commondir");

    /// The resolution of file system timestamps.
    private static final long STEP_MILLIS = 50;

    boolean isCurrent(Object now) {
        return settled && stamp.equals(now);
    }

    boolean isEntered(String name) {
        return !notEntered.contains(name);
    }

    /// Whether a sandbox would be the same with either of them.
    boolean isLike(ScannedDirectory other) {
        return isRepository == other.isRepository
                && protectedEntries.equals(other.protectedEntries)
                && special.equals(other.special);
    }

    /// Changes whenever an entry is added, removed or replaced.
    static Object stamp(Path directory) {
        try {
            return Files.readAttributes(directory, "unix:ctime,ino,dev", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException _) {
            return Map.of();
        }
    }

    private static boolean isSettled(Object stamp) {
        return stamp instanceof Map<?, ?> attributes
                && attributes.get("ctime") instanceof FileTime changed
                && changed.toMillis() < System.currentTimeMillis() - STEP_MILLIS;
    }

    /// Collects the entries of a directory.
    static final class Listing {

        private final String name;
        private final Path path;
        private final Set<String> extraProtected = new HashSet<>();
        private final CommandFiles rules;
        private final boolean restricted;
        private final Object stamp;
        private final boolean settled;
        private final Map<Path, Object> protectedEntries = new HashMap<>();
        private final Set<String> parts = new HashSet<>();
        private final List<Path> special = new ArrayList<>();
        private final List<String> files = new ArrayList<>();
        private final List<String> below = new ArrayList<>();
        private final Set<String> closed = new HashSet<>();
        private boolean contentCounts;

        /// @param name the path of the directory from the top
        /// @param restricted whether rules restrict the files of commands
        /// @param stamp of the directory before its entries are read; empty if later changes are
        ///   noticed in another way
        Listing(
                String name,
                Path path,
                List<Path> extraProtected,
                CommandFiles rules,
                boolean restricted,
                Object stamp) {
            this.name = name;
            this.path = path;
            for (Path it : extraProtected) {
                if (path.equals(it.getParent())) {
                    this.extraProtected.add(it.getFileName().toString());
                }
            }
            this.rules = rules;
            this.restricted = restricted;
            this.stamp = stamp;
            this.settled = isSettled(stamp);
        }

        void add(String file, EntryType type) {
            String inner = name.isEmpty() ? file : name + "/" + file;
            if (GIT_PARTS.contains(file) || GIT_SETTINGS.contains(file)) {
                parts.add(file);
            }
            if (type == EntryType.DIRECTORY) {
                below.add(file);
                if (ProtectedPaths.contains(inner + "/x")) {
                    protect(file);
                    closed.add(file);
                } else if (isPassedOver(file, inner)) {
                    closed.add(file);
                }
                return;
            }
            if (ProtectedPaths.contains(inner)
                    || ProtectedPaths.isRepository(inner)
                    || extraProtected.contains(file)) {
                protect(file);
            }
            if (type == EntryType.OTHER) {
                resolve(file).ifPresent(special::add);
            } else if (type == EntryType.FILE) {
                boolean content = rules.dependsOnContent(inner);
                contentCounts |= content;
                if (restricted || content) {
                    files.add(file);
                }
            }
        }

        /// Empty for a name that the locale of this process cannot express.
        private Optional<Path> resolve(String file) {
            try {
                return Optional.of(path.resolve(file));
            } catch (InvalidPathException _) {
                return Optional.empty();
            }
        }

        private void protect(String file) {
            resolve(file).ifPresent(it -> key(it).ifPresent(key -> protectedEntries.put(it, key)));
        }

        private boolean isPassedOver(String file, String inner) {
            return (file.equals(PACKAGES) && !restricted)
                    || (SKIPPED.contains(file) && ("/" + inner).contains("/.git/"));
        }

        /// Detects a repository the way git does, whatever its name.
        private boolean isRepository() {
            return parts.contains("HEAD")
                    && ((parts.contains("objects") && parts.contains("refs"))
                            || parts.contains("commondir"));
        }

        /// @param readable whether all entries were added
        ScannedDirectory finished(boolean readable) {
            boolean repository = isRepository();
            if (repository) {
                closed.addAll(SKIPPED);
                for (String it : GIT_SETTINGS) {
                    if (parts.contains(it)) {
                        protect(it);
                        closed.add(it);
                    }
                }
            }
            return new ScannedDirectory(
                    stamp,
                    settled,
                    readable,
                    Map.copyOf(protectedEntries),
                    List.copyOf(special),
                    List.copyOf(files),
                    contentCounts,
                    List.copyOf(below),
                    closed.isEmpty() ? Set.of() : Set.copyOf(closed),
                    repository);
        }
    }

    /// Identifies a file; empty if it has disappeared.
    private static Optional<Object> key(Path path) {
        try {
            return Optional.of(
                    String.valueOf(
                            Files.readAttributes(
                                            path,
                                            BasicFileAttributes.class,
                                            LinkOption.NOFOLLOW_LINKS)
                                    .fileKey()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
