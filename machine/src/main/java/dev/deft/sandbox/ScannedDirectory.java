package dev.deft.sandbox;

import dev.deft.policy.CommandFiles;
import dev.deft.policy.ProtectedPaths;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A scanned directory of a workspace.
///
/// @param stamp changes with the directory
/// @param settled whether it was unchanged long enough for any later change to get another stamp
/// @param protectedEntries the protected entries
/// @param special entries that are neither files, directories nor links
/// @param files the files that rules must be checked for
/// @param directories its directories
/// @param notEntered the directories that need not be entered
/// @param isRepository whether git treats it as a repository
record ScannedDirectory(
        Object stamp,
        boolean settled,
        Map<Path, Object> protectedEntries,
        List<Path> special,
        List<String> files,
        List<String> directories,
        Set<String> notEntered,
        boolean isRepository) {

    /// Large directories of a repository that contain nothing protected.
    private static final Set<String> SKIPPED = Set.of("objects", "refs", "logs", "lfs");

    /// A large directory of published packages.
    private static final String PACKAGES = "node_modules";

    /// The entries of a repository that decide what git runs.
    private static final Set<String> GIT_SETTINGS =
            Set.of("config", "config.worktree", "commondir", "hooks");

    /// The resolution of file system timestamps.
    private static final long STEP_MILLIS = 50;

    boolean isCurrent(Object now) {
        return settled && stamp.equals(now);
    }

    boolean isEntered(String name) {
        return !notEntered.contains(name);
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

    static ScannedDirectory list(
            Path root,
            String name,
            Path directory,
            Object stamp,
            List<Path> extraProtected,
            CommandFiles rules)
            throws IOException {
        var listing = new Listing(name, extraProtected, rules);
        boolean settled = isSettled(stamp);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                listing.add(entry);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (IOException e) {
            if (directory.equals(root)) {
                throw e;
            }
            // It disappeared or is unreadable.
        }
        return listing.finished(stamp, settled);
    }

    private static final class Listing {

        private final String directory;
        private final List<Path> extraProtected;
        private final CommandFiles rules;
        private final Map<Path, Object> protectedEntries = new HashMap<>();
        private final Map<String, Path> all = new HashMap<>();
        private final List<Path> special = new ArrayList<>();
        private final List<String> files = new ArrayList<>();
        private final List<String> below = new ArrayList<>();
        private final Set<String> closed = new HashSet<>();

        Listing(String directory, List<Path> extraProtected, CommandFiles rules) {
            this.directory = directory;
            this.extraProtected = extraProtected;
            this.rules = rules;
        }

        void add(Path entry) {
            BasicFileAttributes attributes;
            try {
                attributes =
                        Files.readAttributes(
                                entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            } catch (IOException _) {
                return;
            }
            String file = entry.getFileName().toString();
            String name = directory.isEmpty() ? file : directory + "/" + file;
            all.put(file, entry);
            if (attributes.isDirectory()) {
                below.add(file);
                if (ProtectedPaths.contains(name + "/x")) {
                    protectedEntries.put(entry, key(attributes));
                    closed.add(file);
                } else if (isPassedOver(file, name)) {
                    closed.add(file);
                }
                return;
            }
            if (ProtectedPaths.contains(name)
                    || ProtectedPaths.isRepository(name)
                    || extraProtected.contains(entry)) {
                protectedEntries.put(entry, key(attributes));
            }
            if (attributes.isOther()) {
                special.add(entry);
            } else if (!attributes.isSymbolicLink()
                    && (rules.restrictsFiles() || rules.dependsOnContent(name))) {
                files.add(file);
            }
        }

        private boolean isPassedOver(String file, String name) {
            return (file.equals(PACKAGES) && !rules.restrictsFiles())
                    || (SKIPPED.contains(file) && ("/" + name).contains("/.git/"));
        }

        /// Detects a repository the way git does, whatever its name.
        private boolean isRepository() {
            return all.containsKey("HEAD")
                    && ((all.containsKey("objects") && all.containsKey("refs"))
                            || all.containsKey("commondir"));
        }

        ScannedDirectory finished(Object stamp, boolean settled) {
            boolean repository = isRepository();
            if (repository) {
                closed.addAll(SKIPPED);
                for (String name : GIT_SETTINGS) {
                    Path part = all.get(name);
                    if (part != null) {
                        protectedEntries.putIfAbsent(part, key(part));
                        closed.add(name);
                    }
                }
            }
            return new ScannedDirectory(
                    stamp,
                    settled,
                    Map.copyOf(protectedEntries),
                    List.copyOf(special),
                    List.copyOf(files),
                    List.copyOf(below),
                    Set.copyOf(closed),
                    repository);
        }
    }

    private static Object key(Path path) {
        try {
            return key(
                    Files.readAttributes(
                            path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException _) {
            return "";
        }
    }

    private static Object key(BasicFileAttributes attributes) {
        return String.valueOf(attributes.fileKey());
    }
}
