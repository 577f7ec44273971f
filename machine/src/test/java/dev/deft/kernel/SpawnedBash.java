package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.kernel.ChildProcesses.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs bash through [Spawn], for tests.
final class SpawnedBash {

    /// Longer than the slowest machine needs.
    static final Duration DEADLINE = Duration.ofMinutes(2);

    private static final int CHUNK = 4096;

    private SpawnedBash() {}

    /// @param output standard output and standard error
    record Outcome(ExitStatus status, String output) {}

    /// Starts a process.
    @FunctionalInterface
    interface Starter {
        int start(Spawn spawn) throws IOException;
    }

    static Outcome run(String script, String... arguments) throws IOException {
        return run(script, Map.of("PATH", "/usr/bin:/bin"), Spawn::start, arguments);
    }

    static Outcome run(
            String script, Map<String, String> environment, Starter starter, String... arguments)
            throws IOException {
        Descriptors.Pipe output = Descriptors.pipe();
        int devNull = Descriptors.openDevNull();
        try {
            int child =
                    starter.start(
                            new Spawn(
                                    words(script, arguments),
                                    environment,
                                    Optional.empty(),
                                    List.of(devNull, output.writeEnd(), output.writeEnd())));
            Descriptors.close(output.writeEnd());
            String text = readAll(output.readEnd());
            return new Outcome(awaitExit(child), text);
        } finally {
            Descriptors.close(output.readEnd());
            Descriptors.close(devNull);
        }
    }

    static List<String> words(String script, String... arguments) {
        List<String> words =
                new ArrayList<>(
                        List.of("/bin/bash", "--noprofile", "--norc", "-c", script, "bash"));
        words.addAll(List.of(arguments));
        return words;
    }

    /// Starts bash with the given descriptors and returns its id.
    static int start(String script, List<Integer> descriptors) throws IOException {
        return new Spawn(
                        words(script),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Optional.empty(),
                        descriptors)
                .start();
    }

    /// Waits for a child to end and reaps it.
    static ExitStatus awaitExit(int child) throws IOException {
        int pidfd = ChildProcesses.openPidfd(child);
        try {
            Descriptors.poll(DEADLINE, pidfd);
            return ChildProcesses.reap(child).orElseThrow(() -> new IOException("it still runs"));
        } finally {
            Descriptors.close(pidfd);
        }
    }

    /// Reads a pipe that does not block to its end.
    static String readAll(int readEnd) throws IOException {
        var all = new ByteArrayOutputStream();
        long end = System.nanoTime() + DEADLINE.toNanos();
        byte[] buffer = new byte[CHUNK];
        int got = -1;
        while (got != 0 && System.nanoTime() < end) {
            Descriptors.poll(Duration.ofSeconds(1), readEnd);
            got = Descriptors.read(readEnd, buffer, 0, CHUNK);
            all.write(buffer, 0, Math.max(0, got));
        }
        if (got != 0) {
            throw new IOException("the pipe was not closed in time: " + all.toString(UTF_8));
        }
        return all.toString(UTF_8);
    }
}
