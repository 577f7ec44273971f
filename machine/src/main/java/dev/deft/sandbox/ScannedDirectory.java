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

/// One directory of a workspace, as it was when it was listed.
///
/// @param stamp tells whether it changed
/// @param settled whether it had been left alone for a while: then no later change has its stamp
/// @param guarded what is protected in it
/// @param special what is neither a file, a directory nor a link
/// @param files those about which the rules have to be asked
/// @param below its directories
/// @param closed those of them that need not be entered
/// @param isRepository whether git would take it for a repository
record ScannedDirectory(
        Object stamp,
        boolean settled,
        Map<Path, Object> guarded,
        List<Path> special,
        List<String> files,
        List<String> below,
        Set<String> closed,
        boolean isRepository) {

    /// In a repository, where nothing is protected and much would have to be walked.
    private static final Set<String> PASSED_OVER = Set.of("objects", "refs", "logs", "lfs");

    /// What others have published; much would have to be walked here, too.
    private static final String PACKAGES = "node_modules";

    /// What decides about the next `git` in a repository.
    private static final Set<String> DECIDING =
            Set.of("config", "config.worktree", "commondir", "hooks");

    /// The clock of a file system moves in steps.
    private static final long STEP_MILLIS = 50;

    boolean isCurrent(Object now) {
        return settled && stamp.equals(now);
    }

    boolean isEntered(String name) {
        return !closed.contains(name);
    }

    /// What changes whenever something is put into a directory, taken out or replaced.
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
            List<Path> further,
            CommandFiles rules)
            throws IOException {
        var listing = new Listing(name, further, rules);
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
            // It went away, or nobody can look into it.
        }
        return listing.finished(stamp, settled);
    }

    private static final class Listing {

        private final String directory;
        private final List<Path> further;
        private final CommandFiles rules;
        private final Map<Path, Object> guarded = new HashMap<>();
        private final Map<String, Path> all = new HashMap<>();
        private final List<Path> special = new ArrayList<>();
        private final List<String> files = new ArrayList<>();
        private final List<String> below = new ArrayList<>();
        private final Set<String> closed = new HashSet<>();

        Listing(String directory, List<Path> further, CommandFiles rules) {
            this.directory = directory;
            this.further = further;
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
                    guarded.put(entry, key(attributes));
                    closed.add(file);
                } else if (isPassedOver(file, name)) {
                    closed.add(file);
                }
                return;
            }
            if (ProtectedPaths.contains(name)
                    || ProtectedPaths.isRepository(name)
                    || further.contains(entry)) {
                guarded.put(entry, key(attributes));
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
                    || (PASSED_OVER.contains(file) && ("/" + name).contains("/.git/"));
        }

        /// A repository under any name: what git itself looks for.
        private boolean isRepository() {
            return all.containsKey("HEAD")
                    && ((all.containsKey("objects") && all.containsKey("refs"))
                            || all.containsKey("commondir"));
        }

        ScannedDirectory finished(Object stamp, boolean settled) {
            boolean repository = isRepository();
            if (repository) {
                closed.addAll(PASSED_OVER);
                for (String name : DECIDING) {
                    Path part = all.get(name);
                    if (part != null) {
                        guarded.putIfAbsent(part, key(part));
                        closed.add(name);
                    }
                }
            }
            return new ScannedDirectory(
                    stamp,
                    settled,
                    Map.copyOf(guarded),
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
