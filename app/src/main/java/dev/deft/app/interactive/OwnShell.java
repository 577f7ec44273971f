package dev.deft.app.interactive;

import dev.deft.output.TerminalText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs what the user typed after `!`, in their own shell and with their own rights: no rule and no
/// sandbox stands between a person and their machine.
final class OwnShell {

    private static final int LONGEST_LINE = 2_000;
    private static final int MOST_OUTPUT = 64 * 1024;
    private static final long END_SECONDS = 2;

    private final Process process;

    private OwnShell(Process process) {
        this.process = process;
    }

    /// What a command printed, and its exit code.
    ///
    /// @param cut whether more was printed than is kept
    record Result(String output, int code, boolean cut) {}

    static OwnShell start(String command, Path directory, Map<String, String> environment)
            throws IOException {
        String shell = environment.getOrDefault("SHELL", "/bin/sh");
        var builder =
                new ProcessBuilder(List.of(shell, "-c", command))
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        Process process = builder.start();
        process.getOutputStream().close();
        return new OwnShell(process);
    }

    /// Waits for the end.
    ///
    /// @param line gets each line while it comes
    Result await(Consumer<String> line) throws IOException, InterruptedException {
        var kept = new StringBuilder();
        boolean cut = false;
        try (var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var current = new StringBuilder();
            for (int c = out.read(); c >= 0; c = out.read()) {
                if (kept.length() < MOST_OUTPUT) {
                    kept.append((char) c);
                } else {
                    cut = true;
                }
                if (c == '\n') {
                    line.accept(TerminalText.line(current.toString(), LONGEST_LINE));
                    current.setLength(0);
                } else if (current.length() < LONGEST_LINE) {
                    current.append((char) c);
                }
            }
        }
        return new Result(kept.toString(), process.waitFor(), cut);
    }

    /// Ends the command and what it started.
    void kill() {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        all.forEach(ProcessHandle::destroy);
        Thread.startVirtualThread(() -> {
            try {
                if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException _) {
                process.destroyForcibly();
            }
            all.forEach(ProcessHandle::destroyForcibly);
        });
    }
}
