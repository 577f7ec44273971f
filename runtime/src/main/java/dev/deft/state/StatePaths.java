package dev.deft.state;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/// The paths below `.deft/` in a workspace, which git ignores.
///
/// @param root the workspace
public record StatePaths(Path root) {

    /// The file extension of sidecars.
    public static final String SIDECAR = ".txt";

    private static final String SESSIONS = ".deft/sessions/";

    public Path path() {
        return root.resolve(".deft");
    }

    public Path sessions() {
        return path().resolve("sessions");
    }

    /// All files that commands must not see: those of sessions, and the indexes.
    public List<Path> privateFiles() {
        return Stream.of(
                        "sessions",
                        "sessions.db",
                        "sessions.db-journal",
                        "sessions.db-wal",
                        "memory.index")
                .map(path()::resolve)
                .toList();
    }

    /// The index of the memory files.
    public Path memoryIndex() {
        return path().resolve("memory.index");
    }

    /// Whether a path, relative to the root, is a file that this session must not see: the indexes,
    /// and the files of other sessions. A session sees only its own sidecars.
    public static boolean isPrivate(String path, String session) {
        if (path.startsWith(".deft/sessions.db") || path.startsWith(".deft/memory.index")) {
            return true;
        }
        if (!path.startsWith(SESSIONS)) {
            return false;
        }
        String own = SESSIONS + session;
        boolean sidecar =
                path.startsWith(own + "/")
                        && path.endsWith(SIDECAR)
                        && path.indexOf('/', own.length() + 1) < 0;
        return !path.equals(own) && !sidecar;
    }

    /// The directory of one session, for its sidecars and its undo data.
    public Path session(String id) {
        return sessions().resolve(id);
    }

    /// Creates a directory below `.deft`, accessible to the owner only.
    ///
    /// @throws HostException if another file is in the way, such as a symbolic link
    public Path createDirectory(Path directory) throws IOException {
        create(path());
        writeGitignore();
        Path current = path();
        for (Path part : path().relativize(directory)) {
            current = current.resolve(part);
            create(current);
        }
        return directory;
    }

    private static void create(Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.createDirectory(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (AccessDeniedException _) {
            throw new HostException(
                    ErrorCode.IO_ERROR,
                    "Deft keeps its state in .deft and may not write there; change the owner or mode of the directory.");
        } catch (FileAlreadyExistsException _) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new HostException(
                        ErrorCode.REFUSED,
                        directory.getFileName()
                                + " is no directory of its own; move it away, Deft keeps its state there.");
            }
        }
    }

    private void writeGitignore() throws IOException {
        Path file = path().resolve(".gitignore");
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.writeString(file, "*\n");
        }
    }
}
