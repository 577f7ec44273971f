package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import dev.deft.policy.ProjectRules;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The user who owns the sessions of a workspace: their signing key, and the files about sessions
/// that lie outside the workspace.
public final class SessionOwner {

    private static final String KEY = "session.key";

    private final Path data;
    private final Path sessions;
    private Optional<LogKey> key = Optional.empty();

    private SessionOwner(Path data, Path sessions) {
        this.data = data;
        this.sessions = sessions;
    }

    /// Opens no file yet.
    ///
    /// @param data the user's data directory
    /// @param root the workspace
    public static SessionOwner of(Path data, Path root) {
        return new SessionOwner(data, ProjectRules.directory(data, root).resolve("sessions"));
    }

    synchronized LogKey key() throws IOException {
        if (key.isEmpty()) {
            key = Optional.of(LogKey.load(data.resolve(KEY)));
        }
        return key.get();
    }

    /// The path of a file about a session.
    ///
    /// @param suffix of its name, such as `.rules.json`
    public Path file(SessionId id, String suffix) {
        return sessions.resolve(id.value() + suffix);
    }

    /// Deletes all files about a session.
    void deleteFiles(SessionId id) throws IOException {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(sessions, id.value() + ".*.json*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException _) {
            return;
        }
    }
}
