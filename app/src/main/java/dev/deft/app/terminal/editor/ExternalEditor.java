package dev.deft.app.terminal.editor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/// Lets the user edit a text in their own editor. The terminal must be in its normal mode.
public final class ExternalEditor {

    private static final String USUAL = "vi";
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    private static final int MOST_BYTES = 10 * 1024 * 1024;

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final String command;

    /// @param environment `VISUAL` wins over `EDITOR`
    public ExternalEditor(Map<String, String> environment) {
        this.command =
                Optional.of(environment.getOrDefault("VISUAL", ""))
                        .filter(it -> !it.isBlank())
                        .or(() -> Optional.of(environment.getOrDefault("EDITOR", "")))
                        .filter(it -> !it.isBlank())
                        .orElse(USUAL);
    }

    /// Runs the editor until the user leaves it.
    ///
    /// @return the text as the user left it
    /// @throws IOException if there is no editor or it failed, with a message for the user
    public String edit(String text) throws IOException, InterruptedException {
        Path file = Files.createTempFile("deft-message-", ".md", OWNER_ONLY);
        try {
            Files.writeString(file, text);
            check(run(file));
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("The edited text is too long. The input is unchanged.");
            }
            return Files.readString(file).stripTrailing();
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /// The shell splits the command, since it may have options.
    private int run(Path file) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("/bin/sh", "-c", command + " \"$1\"", "sh", file.toString())
                        .inheritIO()
                        .start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    private void check(int exit) throws IOException {
        if (exit == NOT_FOUND || exit == NOT_EXECUTABLE) {
            throw new IOException(
                    "The editor %s cannot be started. Set VISUAL or EDITOR to one that can."
                            .formatted(command));
        }
        if (exit != 0) {
            throw new IOException(
                    "The editor %s ended with exit code %d. The input is unchanged."
                            .formatted(command, exit));
        }
    }
}
