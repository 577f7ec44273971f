package dev.deft.app.agent;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;

/// What the model is told about where it is. The day alone, not the time: a provider's cache holds
/// on to a prompt that does not change.
final class Surroundings {

    private Surroundings() {}

    static String of(Path root, Instant now) {
        return """
        Environment:
        - Workspace: %s (paths in tool calls are relative to it)
        - Git repository: %s
        - System: %s
        - Date: %s
        """
                .formatted(
                        root,
                        Files.exists(root.resolve(".git")) ? "yes" : "no",
                        System.getProperty("os.name").toLowerCase(Locale.ROOT),
                        now.atOffset(ZoneOffset.UTC).toLocalDate())
                .strip();
    }
}
