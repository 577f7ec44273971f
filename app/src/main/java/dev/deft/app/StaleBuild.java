package dev.deft.app;

import dev.deft.kernel.ProcessReplacement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Notices that the sources of a checkout have changed since the program was built from them, and
/// leaves to the launcher, which builds it anew.
///
/// To look at all sources takes a fifth of a short command. The launcher therefore does it while
/// the JVM starts, and writes what has changed into a file, whose last line says that it has seen
/// everything.
final class StaleBuild {

    /// The property that names the file.
    private static final String FILE = "deft.look";

    /// The last line of the file.
    private static final String DONE = "looked\n";

    /// On a slow disk; then the launcher itself looks.
    private static final Duration MOST = Duration.ofMinutes(1);

    private static final long PAUSE_NANOS = 500_000;

    private StaleBuild() {}

    /// Returns if the build is fresh; otherwise the launcher takes the place of this process. Comes
    /// before everything that has an effect.
    ///
    /// @param words how many arguments the program has
    /// @throws IOException if the launcher cannot take over
    static void leaveIfStale(int words) throws IOException {
        Optional<String> file = Optional.ofNullable(System.getProperty(FILE));
        if (file.isPresent() && !isFresh(Path.of(file.get()))) {
            ProcessReplacement.runScript("DEFT_COMMAND", words, "DEFT_STALE=yes");
        }
    }

    private static boolean isFresh(Path file) {
        long end = System.nanoTime() + MOST.toNanos();
        try {
            String found = Files.readString(file, StandardCharsets.ISO_8859_1);
            while (!found.endsWith(DONE) && System.nanoTime() < end) {
                LockSupport.parkNanos(PAUSE_NANOS);
                found = Files.readString(file, StandardCharsets.ISO_8859_1);
            }
            Files.delete(file);
            return found.equals(DONE);
        } catch (IOException _) {
            // A build that began meanwhile has removed it.
            return false;
        }
    }
}
