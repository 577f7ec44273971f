package dev.deft.process.filter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs a program that reads standard input and answers on standard output. Each call starts it
/// once and kills it and its descendants at the end.
public final class FilterProgram {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /// Between the end of its output and its exit.
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    private static final int LONGEST_ANSWER = 64 * 1024;

    private final List<String> command;
    private final Path directory;
    private final Map<String, String> environment;
    private final Duration timeout;

    /// @param environment the whole environment of the program; must not contain secrets
    public FilterProgram(List<String> command, Path directory, Map<String, String> environment) {
        this(command, directory, environment, TIMEOUT);
    }

    /// @param environment the whole environment of the program; must not contain secrets
    public FilterProgram(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration timeout) {
        this.command = List.copyOf(command);
        this.directory = directory;
        this.environment = Map.copyOf(environment);
        this.timeout = timeout;
    }

    /// Runs the program with this text as standard input and returns its output.
    ///
    /// @throws IOException if it cannot be started, fails or takes too long; the message says what
    ///   happened, such as `ended with exit code 3`
    public String answer(String text) throws IOException, InterruptedException {
        Process process = start(ProcessBuilder.Redirect.DISCARD);
        try {
            return answer(process, text);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /// How a program ended, and what it printed, as far as that is read.
    public record Ended(int exitCode, String output, String error) {}

    /// Runs the program with this text as standard input.
    ///
    /// @throws IOException if it cannot be started or takes too long; the message says what
    ///   happened
    public Ended run(String text) throws IOException, InterruptedException {
        Process process = start(ProcessBuilder.Redirect.PIPE);
        try {
            var errors = new Reading(process.getErrorStream());
            Thread reading = Thread.ofVirtual().name("filter errors").start(errors);
            Exchange exchange = exchanged(process, text);
            reading.join(LAST_MOMENT);
            return new Ended(process.exitValue(), exchange.answer, errors.text);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start(ProcessBuilder.Redirect errors) throws IOException {
        var builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectError(errors);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new IOException("could not be started: " + e.getMessage(), e);
        }
    }

    private String answer(Process process, String text) throws IOException, InterruptedException {
        Exchange exchange = exchanged(process, text);
        if (process.exitValue() != 0) {
            throw new IOException("ended with exit code " + process.exitValue());
        }
        return exchange.answer;
    }

    /// Waits until the program has answered and ended.
    private Exchange exchanged(Process process, String text)
            throws IOException, InterruptedException {
        var exchange = new Exchange(process, text);
        Thread thread = Thread.ofVirtual().name("filter").start(exchange);
        if (!thread.join(timeout)
                || !process.waitFor(LAST_MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
            thread.interrupt();
            throw new IOException("took longer than %s".formatted(shown(timeout)));
        }
        return exchange;
    }

    private static String shown(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    /// Reads what a program says about errors.
    private static final class Reading implements Runnable {

        private final InputStream from;
        private volatile String text = "";

        Reading(InputStream from) {
            this.from = from;
        }

        @Override
        public void run() {
            try (from) {
                text = new String(from.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
            } catch (IOException _) {
                text = "";
            }
        }
    }

    /// Writes the input and reads the output on a thread of its own, so that a program that does
    /// neither cannot block the caller.
    private static final class Exchange implements Runnable {

        private final Process process;
        private final String text;
        private volatile String answer = "";

        Exchange(Process process, String text) {
            this.process = process;
            this.text = text;
        }

        @Override
        public void run() {
            try (OutputStream in = process.getOutputStream()) {
                in.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException _) {
                // A program may exit without reading its input.
            }
            try (InputStream out = process.getInputStream()) {
                answer = new String(out.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
            } catch (IOException _) {
                answer = "";
            }
        }
    }
}
