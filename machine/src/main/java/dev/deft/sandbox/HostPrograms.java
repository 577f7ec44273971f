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

/// The programs Deft itself starts outside any sandbox, such as `bwrap` and `ssh`.
///
/// Each is looked up once. A directory of the PATH counts only where no command and no other user
/// could have put a program: it is absolute, outside the workspace, and only its owner may write to
/// it. Where some directory does not count, or there is none, those of the system come last.
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

    private static final Set<PosixFilePermission> OF_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final Path root;
    private final String path;
    private final Map<String, Optional<Path>> found = new ConcurrentHashMap<>();

    /// Prepares to look; nothing is looked at yet.
    ///
    /// @param root the workspace, a real path
    /// @param environment of the process
    public HostPrograms(Path root, Map<String, String> environment) {
        this.root = root;
        this.path = environment.getOrDefault("PATH", "");
    }

    /// Where a program lies, if anywhere it can be trusted.
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
        return passedOver ? ofTheSystem(name) : Optional.empty();
    }

    private Optional<Path> ofTheSystem(String name) {
        for (String directory : SYSTEM) {
            Optional<Path> program = in(directory, name);
            if (program.isPresent()) {
                return program;
            }
        }
        return Optional.empty();
    }

    /// Links are followed: what counts is the file that would run, and where it lies.
    private Optional<Path> in(String directory, String name) {
        Path program = Path.of(directory).resolve(name);
        boolean sound =
                Files.isExecutable(program)
                        && Files.isRegularFile(program)
                        && isTrusted(program)
                        && isTrusted(realOrSelf(program).resolveSibling("."));
        return sound ? Optional.of(program) : Optional.empty();
    }

    /// Whether nobody but its owner could have changed it; what does not exist harms nobody.
    private boolean isTrusted(Path path) {
        try {
            Path real = path.toRealPath();
            return !real.startsWith(root)
                    && Files.getPosixFilePermissions(real).stream().noneMatch(OF_OTHERS::contains);
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

    /// The directories of the PATH that do not count.
    public List<String> passedOver() {
        return Arrays.stream(path.split(":", -1))
                .filter(it -> !it.startsWith("/") || !isTrusted(Path.of(it)))
                .map(it -> it.isEmpty() ? "." : it)
                .distinct()
                .toList();
    }

    /// A PATH for children: without entries that depend on where a program stands.
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
