package dev.deft.app.interactive;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/// A tmux server of its own, driven over one connection in control mode: each command has an
/// answer, and tmux tells what the program in its pane prints, byte by byte.
final class TmuxControl implements AutoCloseable {

    private static final long LONGEST_WAIT_SECONDS = 60;

    private final Process process;
    private final OutputStream in;
    private final Thread reader;

    private final Queue<Answer> answers = new ArrayDeque<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private int expected;
    private long news;
    private boolean ended;

    private record Answer(boolean failed, List<String> lines) {}

    private TmuxControl(Process process) {
        this.process = process;
        this.in = process.getOutputStream();
        this.expected = 1;
        this.reader = Thread.ofPlatform().daemon().name("tmux").start(this::read);
    }

    /// Starts a server that nobody else talks to, with one pane that waits.
    ///
    /// @param socket its name, unlike that of any other server
    static TmuxControl start(String socket) throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(
                        "tmux", "-u", "-L", socket, "-f", "/dev/null", "-C", "new-session", "cat");
        builder.environment().keySet().removeIf(it -> it.startsWith("TMUX"));
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().put("TERM", "xterm-256color");
        var control =
                new TmuxControl(builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
        control.answer("new-session");
        return control;
    }

    /// Sends a command and waits for its answer.
    synchronized List<String> command(String command) throws IOException, InterruptedException {
        expected++;
        in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return answer(command);
    }

    private synchronized List<String> answer(String command) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
        while (answers.isEmpty()) {
            if (ended || System.nanoTime() > deadline) {
                throw new AssertionError("tmux did not answer: " + command);
            }
            wait(100);
        }
        Answer answer = answers.remove();
        if (answer.failed()) {
            throw new AssertionError("tmux: " + command + ": " + answer.lines());
        }
        return answer.lines();
    }

    /// How often the screen may have changed; to be passed to [#awaitNews].
    synchronized long news() {
        return news;
    }

    /// Waits until more was printed than at a time before, or for a moment.
    synchronized void awaitNews(long before, long mostMillis) throws InterruptedException {
        long deadline = System.nanoTime() + mostMillis * 1_000_000;
        long left = mostMillis;
        while (news == before && !ended && left > 0) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
    }

    /// All bytes that the program printed so far.
    synchronized byte[] printed() {
        return printed.toByteArray();
    }

    synchronized void forgetPrinted() {
        printed.reset();
    }

    /// The word in which a text can be given to a command.
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private void read() {
        // What a program prints is escaped by tmux; what a screen shows is UTF-8.
        var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("%begin ")) {
                    answered(block(lines, line.substring("%begin ".length())));
                } else if (line.startsWith("%output ")) {
                    output(line.substring(line.indexOf(' ', "%output ".length()) + 1));
                }
            }
        } catch (IOException _) {
            // The connection was closed, as at the end of a test.
        } finally {
            end();
        }
    }

    private static Answer block(BufferedReader lines, String number) throws IOException {
        List<String> inside = new ArrayList<>();
        while (true) {
            String line =
                    Optional.ofNullable(lines.readLine())
                            .orElseThrow(() -> new IOException("tmux ended"));
            if (line.equals("%end " + number)) {
                return new Answer(false, inside);
            }
            if (line.equals("%error " + number)) {
                return new Answer(true, inside);
            }
            inside.add(line);
        }
    }

    private synchronized void answered(Answer answer) {
        // tmux also reports blocks of its own, such as those of hooks.
        if (expected > 0) {
            expected--;
            answers.add(answer);
        }
        notifyAll();
    }

    private synchronized void output(String escaped) {
        byte[] bytes = escaped.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\\') {
                printed.write(
                        (bytes[i + 1] - '0') << 6 | (bytes[i + 2] - '0') << 3 | bytes[i + 3] - '0');
                i += 3;
            } else {
                printed.write(bytes[i]);
            }
        }
        news++;
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /// Ends the server, and with it all that runs in its pane.
    @Override
    public void close() throws IOException {
        if (process.isAlive()) {
            in.write("kill-server\n".getBytes(StandardCharsets.UTF_8));
            in.flush();
        }
        try {
            if (!process.waitFor(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            reader.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
