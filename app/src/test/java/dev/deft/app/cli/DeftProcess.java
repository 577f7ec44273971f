package dev.deft.app.cli;

import dev.deft.app.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The program as a process of its own, which can be interrupted and killed.
public final class DeftProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final Path err;
    private final List<String> lines = new ArrayList<>();

    DeftProcess(Path directory, Map<String, String> variables, String... words) throws IOException {
        err = Files.createTempFile("deft-process-", ".err");
        process = builder(directory, variables, words).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        out = process.inputReader(StandardCharsets.UTF_8);
    }

    /// A command line in a directory, with a home of its own there and nothing else around it.
    public static ProcessBuilder builder(
            Path directory, Map<String, String> variables, String... words) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElse("java"),
                                "-XX:TieredStopAtLevel=1",
                                "-Xshare:auto",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                Main.class.getName()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command);
        builder.directory(directory.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(
                        Map.of(
                                "DEFT_HOME",
                                directory.resolve(".home").toString(),
                                "PATH",
                                System.getenv("PATH"),
                                "LANG",
                                "C.UTF-8",
                                "DEFT_LOCAL_PORTS",
                                "none"));
        builder.environment().putAll(variables);
        return builder;
    }

    /// Waits for a line of standard output.
    String await(Predicate<String> wanted) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (wanted.test(line)) {
                return line;
            }
        }
        throw new AssertionError("it ended before: " + lines + Files.readString(err));
    }

    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// How it ended; all it said is in the lines then.
    int end() throws IOException, InterruptedException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
        }
        return process.waitFor();
    }

    List<String> lines() {
        return lines;
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /// Whether no process on this machine has these words in its command line any more, or soon.
    public static boolean isGone(String words) throws IOException {
        return becomes(words, false);
    }

    /// Whether a process on this machine has these words in its command line, or soon.
    public static boolean isRunning(String words) throws IOException {
        return becomes(words, true);
    }

    private static boolean becomes(String words, boolean there) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (isThere(words) != there) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        return true;
    }

    private static boolean isThere(String words) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.map(it -> it.resolve("cmdline")).anyMatch(it -> holds(it, words));
        }
    }

    private static boolean holds(Path file, String words) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .replace('\0', ' ')
                    .contains(words);
        } catch (IOException _) {
            // It has ended, or is no process.
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.delete(err);
    }
}
