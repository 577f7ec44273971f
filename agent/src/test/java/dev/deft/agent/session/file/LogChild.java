package dev.deft.agent.session.file;

import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SomeCalls;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A process that writes to logs and prints what is durable.
final class LogChild {

    private LogChild() {}

    /// Starts [#main] in another process, with a prefix such as `strace`.
    static Process start(List<String> before, String... words) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LogChild.class.getName()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    static BufferedReader output(Process process) {
        return new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static OpenLog open(Path root, String session) throws IOException {
        return FileStores.open(root, session, InstantSource.system());
    }

    /// Runs one action in a process of its own.
    ///
    /// @param words the action, the root and the sessions
    public static void main(String[] words) throws IOException, InterruptedException {
        Path root = Path.of(words[1]);
        switch (words[0]) {
            case "hold" -> hold(root, words[2]);
            case "keep" -> keepTwice(root, words[2]);
            default -> writeForever(root, List.of(words).subList(2, words.length));
        }
    }

    private static void hold(Path root, String session) throws IOException {
        try (OpenLog log = open(root, session)) {
            log.setTitle("held");
            say("open");
            if (System.in.read() >= 0) {
                throw new IOException("nothing was to be said");
            }
        } catch (IOException e) {
            say("refused " + e.getMessage());
        }
    }

    private static void keepTwice(Path root, String session) throws IOException {
        try (OpenLog log = open(root, session)) {
            for (String name : List.of("a", "b")) {
                try {
                    log.keep(name, Json.Obj.EMPTY);
                    say("kept " + name);
                } catch (IOException e) {
                    say("refused " + e.getMessage());
                }
            }
        }
    }

    private static void writeForever(Path root, List<String> sessions) throws InterruptedException {
        List<Thread> writers = new ArrayList<>();
        for (String session : sessions) {
            writers.add(Thread.ofVirtual().start(() -> write(root, session)));
        }
        for (Thread writer : writers) {
            writer.join();
        }
    }

    private static void write(Path root, String session) {
        try (OpenLog log = open(root, session)) {
            for (int i = 0; ; i++) {
                String call = "c" + log.turn();
                SomeCalls.intent(log, call);
                say(session + " call " + call);
                SomeCalls.result(log, call);
                say(session + " result " + call);
                log.keep("k" + i % 3, Json.Obj.EMPTY.with("text", "x".repeat(i * 37 % 5_000)));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static synchronized void say(String line) {
        PrintStream out = System.out;
        out.println(line);
        out.flush();
    }
}
