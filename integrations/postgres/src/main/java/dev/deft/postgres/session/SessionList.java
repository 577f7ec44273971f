package dev.deft.postgres.session;

import dev.deft.agent.session.SessionId;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// The files of a session in its workspace: long outputs of its calls, and what undo needs.
final class SessionList {

    private SessionList() {}

    /// Removes them. Links are not followed.
    static void remove(Path root, SessionId id) throws IOException {
        Path directory = new StatePaths(root).session(id.value());
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(directory, new FileRemoval());
    }

    private static final class FileRemoval extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
                throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
