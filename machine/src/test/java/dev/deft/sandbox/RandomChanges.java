package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// Changes a workspace at random, with names that a sandbox must know.
final class RandomChanges {

    private static final List<String> NAMES =
            List.of(
                    "a",
                    "b",
                    "c",
                    "d.txt",
                    ".git",
                    "HEAD",
                    "objects",
                    "refs",
                    "config",
                    "hooks",
                    "commondir",
                    ".vscode",
                    ".envrc",
                    ".env",
                    "k.pem",
                    "mcp.json",
                    "config.yml",
                    "node_modules",
                    "AGENTS.md");

    private final Path root;
    private final Path outside;
    private final Random random;

    RandomChanges(Path root, Path outside, int seed) {
        this.root = root;
        this.outside = outside;
        this.random = new Random(seed);
    }

    /// Makes some changes; those that are not possible are left out.
    ///
    /// @return what was done
    List<String> some() throws IOException {
        List<String> made = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            try {
                made.add(one());
            } catch (FileSystemException e) {
                made.add("not: " + e.getMessage());
            }
        }
        return made;
    }

    private String one() throws IOException {
        Path target = name(directory(random.nextInt(8) == 0 ? outside : root));
        switch (random.nextInt(11)) {
            case 0, 1, 2 -> Files.createDirectories(name(target));
            case 3, 4, 5 -> Files.writeString(target, "x".repeat(random.nextInt(3)));
            case 6, 7 -> {
                Path from = any(random.nextInt(4) == 0 ? outside : root);
                Files.move(from, target, StandardCopyOption.ATOMIC_MOVE);
                return "moved " + from + " to " + target;
            }
            case 8 -> {
                Path gone = any(root);
                delete(gone);
                return "deleted " + gone;
            }
            case 9 -> Files.createSymbolicLink(target, any(root));
            default -> {
                Path changed = directory(root);
                Files.setPosixFilePermissions(
                        changed,
                        PosixFilePermissions.fromString(
                                random.nextBoolean() ? "rwxr-xr-x" : "rwx------"));
                return "mode of " + changed;
            }
        }
        return "made " + target;
    }

    private Path name(Path directory) {
        return directory.resolve(NAMES.get(random.nextInt(NAMES.size())));
    }

    private Path directory(Path top) throws IOException {
        return pick(top, true);
    }

    private Path any(Path top) throws IOException {
        return pick(top, false);
    }

    private Path pick(Path top, boolean directories) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path it : all(top)) {
            if (directories ? Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS) : !it.equals(top)) {
                found.add(it);
            }
        }
        return found.isEmpty() ? top.resolve("a") : found.get(random.nextInt(found.size()));
    }

    private static List<Path> all(Path top) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            return all.sorted().toList();
        }
    }

    private static void delete(Path tree) throws IOException {
        for (Path it : all(tree).reversed()) {
            Files.delete(it);
        }
    }
}
