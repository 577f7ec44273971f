package dev.deft.engine.session;

import dev.deft.agent.config.UserDirectories;
import dev.deft.os.FurtherDirectories;
import dev.deft.sandbox.PinnedDirectory;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Checks which directories outside the root a session may be granted.
public final class DirectoryGrants {

    private final Path root;
    private final Map<String, String> environment;

    /// @param environment tells where Deft keeps its own files
    public DirectoryGrants(Path root, Map<String, String> environment) {
        this.root = root;
        this.environment = environment;
    }

    /// The real path of a directory that can be granted; empty if it is part of the workspace.
    ///
    /// @param wanted relative to the root, or absolute
    /// @throws IllegalArgumentException if it cannot be granted
    public Optional<Path> checked(Path wanted) {
        try {
            Path real = real(wanted);
            if (real.startsWith(root)) {
                return Optional.empty();
            }
            requireGrantable(wanted, real);
            return Optional.of(real);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%s cannot be granted: %s".formatted(wanted, e.getMessage()), e);
        }
    }

    /// Those of the configured directories that can be granted here. A file of the user is for all
    /// workspaces, so what makes no sense in one of them is a warning.
    ///
    /// @param configured relative to the root, absolute, or below `~/`
    public List<Path> configured(List<String> configured, Consumer<String> warnings) {
        List<Path> all = new ArrayList<>();
        for (String it : configured) {
            try {
                checked(path(it)).ifPresent(all::add);
            } catch (IllegalArgumentException e) {
                warnings.accept("directories: %s; it is left out".formatted(e.getMessage()));
            }
        }
        return all;
    }

    private Path path(String text) {
        String home = environment.getOrDefault("HOME", "");
        return text.startsWith("~/") && !home.isEmpty()
                ? Path.of(home, text.substring(2))
                : Path.of(text);
    }

    /// Opens granted directories, each once and none inside another one.
    ///
    /// @param wanted as [#checked] has them
    public FurtherDirectories open(List<Path> wanted) throws IOException {
        if (wanted.isEmpty()) {
            return FurtherDirectories.NONE;
        }
        List<Path> granted = new ArrayList<>();
        wanted.forEach(it -> checked(it).ifPresent(granted::add));
        List<Path> outermost =
                granted.stream()
                        .distinct()
                        .filter(it ->
                                granted.stream()
                                        .noneMatch(
                                                other -> !it.equals(other) && it.startsWith(other)))
                        .toList();
        return FurtherDirectories.open(outermost, environment);
    }

    /// The directories of attached files, with those that were attached before.
    ///
    /// @param granted what the session has already
    /// @param attached the part of it that was attached
    /// @param refused takes a sentence about a directory that stays closed
    public List<Path> attached(
            List<Path> wanted, List<Path> granted, List<Path> attached, Consumer<String> refused) {
        List<Path> all = new ArrayList<>(attached);
        for (Path it : wanted) {
            try {
                Optional<Path> real = checked(it);
                if (real.isEmpty() || granted.stream().anyMatch(real.get()::startsWith)) {
                    continue;
                }
                if (granted.stream().anyMatch(one -> one.startsWith(real.get()))) {
                    throw new IllegalArgumentException(
                            "%s contains a directory of the session".formatted(it));
                }
                if (all.stream().noneMatch(real.get()::startsWith)) {
                    all.removeIf(one -> one.startsWith(real.get()));
                    all.add(real.get());
                }
            } catch (IllegalArgumentException e) {
                refused.accept("The agent cannot look around an attached file: " + e.getMessage());
            }
        }
        return all;
    }

    private Path real(Path wanted) throws IOException {
        try {
            return FurtherDirectories.real(root.resolve(wanted));
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no directory %s".formatted(wanted));
        } catch (NotDirectoryException _) {
            throw new IllegalArgumentException("%s is not a directory".formatted(wanted));
        }
    }

    private void requireGrantable(Path wanted, Path real) {
        if (real.getNameCount() == 0) {
            throw new IllegalArgumentException("/ cannot be granted; name a directory below it");
        }
        if (root.startsWith(real)) {
            throw new IllegalArgumentException(
                    "%s contains the workspace; make it the workspace, or name another directory"
                            .formatted(wanted));
        }
        UserDirectories user = UserDirectories.from(environment);
        for (Path own : List.of(user.config(), user.data(), user.cache())) {
            Path place = place(own);
            if (place.startsWith(real) || real.startsWith(place)) {
                throw new IllegalArgumentException(
                        "%s cannot be granted, because Deft keeps its own files in %s"
                                .formatted(wanted, own));
            }
        }
        for (String system : List.of("/proc", "/sys", "/dev")) {
            if (real.startsWith(system)) {
                throw new IllegalArgumentException(
                        "%s cannot be granted, because it is no directory of files"
                                .formatted(wanted));
            }
        }
    }

    private static Path place(Path own) {
        try {
            return own.toRealPath();
        } catch (IOException _) {
            // It does not exist yet.
            return own.normalize();
        }
    }

    /// The directories as sandboxes mount them.
    ///
    /// @param hidden those that commands do not get
    public static List<PinnedDirectory> pinned(FurtherDirectories further, List<Path> hidden)
            throws IOException {
        List<PinnedDirectory> all = new ArrayList<>();
        for (FurtherDirectories.Opened it : further.opened()) {
            if (hidden.contains(it.path())) {
                continue;
            }
            all.add(new PinnedDirectory(it.path(), PinnedDirectory.key(it.pinned())));
        }
        return all;
    }
}
