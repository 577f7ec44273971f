package dev.deft.app.terminal.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// A terminal of its own in which an interactive shell runs.
final class Tmux implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Path socket;

    Tmux(Path directory, int columns, int rows) throws IOException, InterruptedException {
        this.socket = directory.resolve("tmux");
        run(
                "new-session",
                "-d",
                "-x",
                String.valueOf(columns),
                "-y",
                String.valueOf(rows),
                "env PS1='$ ' HISTFILE= bash --norc --noprofile -i");
    }

    static boolean isInstalled() {
        try {
            Process process = new ProcessBuilder("tmux", "-V").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException _) {
            // There is none.
            return false;
        } catch (InterruptedException _) {
            // The test is over.
            Thread.currentThread().interrupt();
            return false;
        }
    }

    String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tmux", "-f", "/dev/null", "-S"));
        command.add(socket.toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }

    void type(String line) throws IOException, InterruptedException {
        run("send-keys", "-l", line);
        run("send-keys", "Enter");
    }

    void keys(String... names) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("send-keys"));
        arguments.addAll(List.of(names));
        run(arguments.toArray(String[]::new));
    }

    void resize(int columns, int rows) throws IOException, InterruptedException {
        run("resize-window", "-x", String.valueOf(columns), "-y", String.valueOf(rows));
    }

    /// History and screen.
    List<String> all() throws IOException, InterruptedException {
        return run("capture-pane", "-p", "-S", "-").lines().map(String::stripTrailing).toList();
    }

    List<String> screen() throws IOException, InterruptedException {
        return run("capture-pane", "-p").lines().map(String::stripTrailing).toList();
    }

    /// Waits for the screen to show something.
    List<String> await(Predicate<List<String>> wanted) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            List<String> screen = screen();
            if (wanted.test(screen)) {
                return screen;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not on the screen:\n" + String.join("\n", screen));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
        }
    }

    List<String> await(String text) throws IOException, InterruptedException {
        return await(screen -> screen.stream().anyMatch(it -> it.contains(text)));
    }

    @Override
    public void close() throws IOException {
        try {
            run("kill-server");
        } catch (InterruptedException _) {
            // The test is over.
            Thread.currentThread().interrupt();
        }
    }
}
