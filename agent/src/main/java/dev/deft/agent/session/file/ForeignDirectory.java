package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/// What lies in the directory of a session that was never open here: what can be undone, processes
/// to be found again, sidecars. A checkout may have brought it, so it is set aside until the user
/// adopts the session.
record ForeignDirectory(StatePaths state, SessionId id) {

    private Path own() {
        return state.session(id.value());
    }

    private Path aside() {
        return state.session(id.value() + ".foreign");
    }

    void quarantine() throws IOException {
        if (Files.exists(own(), LinkOption.NOFOLLOW_LINKS)) {
            remove(aside());
            Files.move(own(), aside());
        }
    }

    /// Puts back what was set aside, where nothing has taken its place.
    void restore() throws IOException {
        if (Files.isDirectory(aside(), LinkOption.NOFOLLOW_LINKS)
                && !Files.exists(own(), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(aside(), own());
        }
    }

    void remove() throws IOException {
        remove(own());
        remove(aside());
    }

    /// Links are removed, not followed.
    private static void remove(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException problem)
                            throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
