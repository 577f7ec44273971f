package dev.deft.engine.files;

import dev.deft.agent.config.UserDirectories;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The directories that may hold the overlays of commands, best first.
public final class OverlayDirectories {

    private OverlayDirectories() {}

    /// {@return the user's cache directory, then the directory for temporary files}
    ///
    /// @param user the directories of the user
    /// @param environment may name the directory for temporary files
    public static List<Path> of(UserDirectories user, Map<String, String> environment) {
        return List.of(
                user.cache().resolve("overlays"),
                Path.of(environment.getOrDefault("TMPDIR", "/tmp")));
    }
}
