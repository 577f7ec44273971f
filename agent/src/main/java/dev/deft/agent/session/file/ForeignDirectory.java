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

/// The state directory of a session that the user never opened here: undo data, background
/// processes, sidecars. It may come from a checkout, so it is quarantined until the user adopts the
/// session.
record ForeignDirectory(StatePaths state, SessionId id) {

    private Path directory() {
        return state.session(id.value());
    }

    private Path quarantined() {
        return state.session(id.value() + ".foreign");
    }

    void quarantine() throws IOException {
        if (Files.exists(directory(), LinkOption.NOFOLLOW_LINKS)) {
            remove(quarantined());
            Files.move(directory(), quarantined());
        }
    }

    /// Restores the quarantined directory, unless a new one exists.
    void restore() throws IOException {
        if (Files.isDirectory(quarantined(), LinkOption.NOFOLLOW_LINKS)
                && !Files.exists(directory(), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(quarantined(), directory());
        }
    }

    void remove() throws IOException {
        remove(directory());
        remove(quarantined());
    }

    /// Deletes links, never their targets.
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
