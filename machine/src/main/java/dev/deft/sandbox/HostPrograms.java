package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The programs Deft starts outside any sandbox, such as `bwrap` and `ssh`.
///
/// Each is looked up once. A directory of the PATH is trusted only if neither commands nor other
/// users can put programs there: it is absolute, outside the workspace, and writable only by its
/// owner. If the PATH is empty or has untrusted directories, the system directories are searched
/// last.
public final class HostPrograms {

    private static final List<String> SYSTEM =
            List.of(
                    "/usr/local/sbin",
                    "/usr/local/bin",
                    "/usr/sbin",
                    "/usr/bin",
                    "/sbin",
                    "/bin",
                    "/run/current-system/sw/bin");

    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final Path root;
    private final String path;
    private final Map<String, Optional<Path>> found = new ConcurrentHashMap<>();

    /// @param root the real path of the workspace
    /// @param environment the environment of this process
    public HostPrograms(Path root, Map<String, String> environment) {
        this.root = root;
        this.path = environment.getOrDefault("PATH", "");
    }

    /// The path of a program, if it is found in a trusted directory.
    public Optional<Path> find(String name) {
        return found.computeIfAbsent(name, this::search);
    }

    private Optional<Path> search(String name) {
        boolean passedOver = path.isEmpty();
        for (String directory : path.split(":", -1)) {
            if (!directory.startsWith("/") || !isTrusted(Path.of(directory))) {
                passedOver = true;
                continue;
            }
            Optional<Path> program = in(directory, name);
            if (program.isPresent()) {
                return program;
            }
        }
        return passedOver ? inSystemDirectories(name) : Optional.empty();
    }

    private Optional<Path> inSystemDirectories(String name) {
        for (String directory : SYSTEM) {
            Optional<Path> program = in(directory, name);
            if (program.isPresent()) {
                return program;
            }
        }
        return Optional.empty();
    }

    /// Checks the target of symlinks too, because that is what would run.
    private Optional<Path> in(String directory, String name) {
        Path program = Path.of(directory).resolve(name);
        boolean sound =
                Files.isExecutable(program)
                        && Files.isRegularFile(program)
                        && isTrusted(program)
                        && isTrusted(realOrSelf(program).resolveSibling("."));
        return sound ? Optional.of(program) : Optional.empty();
    }

    /// Whether only its owner can have changed it; missing files are harmless.
    private boolean isTrusted(Path path) {
        try {
            Path real = path.toRealPath();
            return !real.startsWith(root)
                    && Files.getPosixFilePermissions(real).stream()
                            .noneMatch(WRITABLE_BY_OTHERS::contains);
        } catch (NoSuchFileException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static Path realOrSelf(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }

    /// The untrusted directories of the PATH.
    public List<String> untrusted() {
        return Arrays.stream(path.split(":", -1))
                .filter(it -> !it.startsWith("/") || !isTrusted(Path.of(it)))
                .map(it -> it.isEmpty() ? "." : it)
                .distinct()
                .toList();
    }

    /// Removes relative entries from a PATH.
    public static String absolute(String path) {
        var kept = new StringBuilder();
        for (String directory : path.split(":", -1)) {
            if (directory.startsWith("/")) {
                kept.append(kept.isEmpty() ? "" : ":").append(directory);
            }
        }
        return kept.toString();
    }
}
