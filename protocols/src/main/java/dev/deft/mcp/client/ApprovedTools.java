package dev.deft.mcp.client;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// Remembers in which form the tools of servers were used for the first time or approved, in a file
/// that only the user can read.
final class ApprovedTools {

    private static final int LONGEST_FILE = 4 * 1024 * 1024;
    private static final FileAttribute<?> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path file;

    ApprovedTools(Path directory) {
        this.file = directory.resolve("approved-tools.json");
    }

    /// The fingerprint of a tool when it was approved.
    ///
    /// @throws IOException if the file cannot be read; nothing counts as approved then
    synchronized Optional<String> find(String server, String tool) throws IOException {
        return read().text(key(server, tool));
    }

    /// Remembers the form of a tool.
    synchronized void approve(String server, String tool, String fingerprint) throws IOException {
        Json.Obj all = read();
        if (all.text(key(server, tool)).equals(Optional.of(fingerprint))) {
            return;
        }
        write(all.with(key(server, tool), fingerprint));
    }

    private static String key(String server, String tool) {
        return server + "/" + tool;
    }

    private Json.Obj read() throws IOException {
        try {
            if (Files.size(file) > LONGEST_FILE) {
                throw new IOException(file + " is too long.");
            }
            return JsonText.parse(Files.readString(file)) instanceof Json.Obj all
                    ? all
                    : Json.Obj.EMPTY;
        } catch (NoSuchFileException _) {
            return Json.Obj.EMPTY;
        } catch (JsonSyntaxException e) {
            throw new IOException(
                    "%s is damaged; remove it to approve tools again.".formatted(file), e);
        }
    }

    private void write(Json.Obj all) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory, OWNER_DIRECTORY);
        }
        Path next =
                Files.createTempFile(
                        directory == null ? Path.of(".") : directory,
                        "approved",
                        ".tmp",
                        OWNER_FILE);
        Files.writeString(next, JsonText.write(all));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
