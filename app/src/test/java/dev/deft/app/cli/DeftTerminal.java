package dev.deft.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The program at a real terminal, a pseudo-terminal that `script` makes. What it shows is read as
/// it comes, and keys can be typed.
final class DeftTerminal implements AutoCloseable {

    private static final long LONGEST_WAIT_SECONDS = 120;

    private final Process process;
    private final StringBuilder shown = new StringBuilder();
    private final Thread reader;

    private DeftTerminal(Process process) {
        this.process = process;
        this.reader = Thread.ofPlatform().daemon().start(() -> read(process.getInputStream()));
    }

    /// Starts a command line.
    ///
    /// @param columns how wide the terminal is
    /// @param after what the shell does with it, such as ` | cat`
    static DeftTerminal start(
            Path directory,
            Map<String, String> variables,
            int columns,
            String after,
            String... words)
            throws IOException {
        ProcessBuilder deft = DeftProcess.builder(directory, variables, words);
        String line =
                deft.command().stream().map(DeftTerminal::quoted).collect(Collectors.joining(" "));
        deft.environment().putIfAbsent("TERM", "xterm-256color");
        deft.environment().put("SHELL", "/bin/sh");
        deft.command(
                "script",
                "-qfec",
                "stty cols %d rows 40 -echo; %s%s".formatted(columns, line, after),
                "/dev/null");
        return new DeftTerminal(deft.redirectErrorStream(true).start());
    }

    static DeftTerminal start(Path directory, Map<String, String> variables, String... words)
            throws IOException {
        return start(directory, variables, 100, "", words);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void read(InputStream in) {
        var characters = new InputStreamReader(in, StandardCharsets.UTF_8);
        char[] some = new char[4096];
        try {
            for (int n = characters.read(some); n >= 0; n = characters.read(some)) {
                synchronized (shown) {
                    shown.append(some, 0, n);
                    shown.notifyAll();
                }
            }
        } catch (IOException _) {
            // The terminal is gone, as after close.
            return;
        }
    }

    /// All that it showed so far, with the line ends of a file.
    String shown() {
        synchronized (shown) {
            return shown.toString().replace("\r\n", "\n");
        }
    }

    /// The same without styles and without the line that moves.
    String plain() {
        return shown().replaceAll("\u001b\\[\\?7l\r\u001b\\[K[^\r]*?\u001b\\[\\?7h", "")
                .replace("\r\u001b[K", "")
                .replaceAll("\u001b\\[\\d*m", "");
    }

    /// Waits until it shows something.
    void await(String wanted) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
        synchronized (shown) {
            while (shown.indexOf(wanted) < 0) {
                if (System.nanoTime() > deadline || !reader.isAlive()) {
                    throw new AssertionError("not shown: " + wanted + " in\n" + shown);
                }
                shown.wait(50);
            }
        }
    }

    void type(String keys) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    int end() throws InterruptedException {
        int code = process.waitFor();
        reader.join();
        return code;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
