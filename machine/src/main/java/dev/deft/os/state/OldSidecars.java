package dev.deft.os.state;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Removes sidecars that have not been used for a long time.
///
/// A session without a name ends with its process, but its caller may still want to read the
/// outputs it stored; so its sidecars are kept for a while.
final class OldSidecars {

    static final Duration KEPT_FOR = Duration.ofDays(7);

    private OldSidecars() {}

    static void sweep(StatePaths state, Instant now) throws IOException {
        try (DirectoryStream<Path> sessions = Files.newDirectoryStream(state.sessions())) {
            for (Path session : sessions) {
                if (Files.isDirectory(session)) {
                    sweepSession(session, now.minus(KEPT_FOR));
                }
            }
        }
    }

    private static void sweepSession(Path session, Instant oldest) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(session)) {
            for (Path file : files) {
                if (Sidecars.isSidecar(file)) {
                    sweepSidecar(file, oldest);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            // Another process has just removed the session.
        }
    }

    private static void sweepSidecar(Path sidecar, Instant oldest) throws IOException {
        try {
            if (Files.getLastModifiedTime(sidecar).toInstant().isBefore(oldest)) {
                Files.deleteIfExists(sidecar);
            }
        } catch (NoSuchFileException _) {
            // Another call has just removed it.
        }
    }
}
