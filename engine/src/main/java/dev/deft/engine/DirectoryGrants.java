package dev.deft.engine;

import dev.deft.agent.config.UserDirectories;
import dev.deft.os.FurtherDirectories;
import dev.deft.sandbox.PinnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Checks which directories outside the root a session may be granted.
final class DirectoryGrants {

    private final Path root;
    private final EngineParts engine;
    private final Consumer<String> notices;

    /// @param notices told of directories that need no grant
    DirectoryGrants(Path root, EngineParts engine, Consumer<String> notices) {
        this.root = root;
        this.engine = engine;
        this.notices = notices;
    }

    /// Opens the granted directories.
    ///
    /// @param wanted relative ones are relative to the root
    /// @throws IllegalArgumentException if one of them cannot be granted
    FurtherDirectories open(List<Path> wanted) throws IOException {
        if (wanted.isEmpty()) {
            return FurtherDirectories.NONE;
        }
        List<Path> granted = new ArrayList<>();
        for (Path it : wanted) {
            Path real = real(it);
            if (real.startsWith(root)) {
                notices.accept("%s is part of the workspace already.".formatted(it));
            } else {
                requireGrantable(it, real);
                granted.add(real);
            }
        }
        List<Path> outermost =
                granted.stream()
                        .distinct()
                        .filter(it ->
                                granted.stream()
                                        .noneMatch(other ->
                                                !it.equals(other) && it.startsWith(other)))
                        .toList();
        return FurtherDirectories.open(outermost, engine.environment());
    }

    private Path real(Path wanted) throws IOException {
        Path path = root.resolve(wanted);
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no directory %s".formatted(wanted));
        }
        if (!Files.isDirectory(path)) {
            throw new IllegalArgumentException("%s is not a directory".formatted(wanted));
        }
        return path.toRealPath();
    }

    private void requireGrantable(Path wanted, Path real) throws IOException {
        if (real.getNameCount() == 0) {
            throw new IllegalArgumentException("/ cannot be granted; name a directory below it");
        }
        if (root.startsWith(real)) {
            throw new IllegalArgumentException(
                    "%s contains the workspace; make it the workspace, or name another directory"
                            .formatted(wanted));
        }
        UserDirectories user = engine.user();
        for (Path own : List.of(user.config(), user.data(), user.cache())) {
            Path place = Files.exists(own) ? own.toRealPath() : own.normalize();
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

    /// The directories as sandboxes mount them.
    static List<PinnedDirectory> pinned(FurtherDirectories further) throws IOException {
        List<PinnedDirectory> all = new ArrayList<>();
        for (FurtherDirectories.Opened it : further.opened()) {
            all.add(new PinnedDirectory(it.path(), PinnedDirectory.key(it.pinned())));
        }
        return all;
    }
}
