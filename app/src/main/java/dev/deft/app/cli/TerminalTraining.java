package dev.deft.app.cli;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.trust.TrustStore;
import dev.deft.agent.trust.TrustedWorkspace;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.app.interactive.Interactive;
import dev.deft.app.terminal.Screen;
import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Holds a short conversation at a terminal that is not there, for the start-up cache.
final class TerminalTraining {

    private static final int COLUMNS = 100;
    private static final int ROWS = 40;
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration READING = Interactive.TYPING.plusMillis(100);
    private static final String LAST_WORDS = "The end.";
    private static final String LEAVE = "\u0003";

    private static final String ANSWER =
            """
            ## Two files

            I read **both** and the `code`:

            - one [link](https://example.org)
            - two

            ```java
            final class A { int one = 1; } // comment
            ```

            | a | b |
            | --- | --- |
            | 1 | 2 |

            """;

    private TerminalTraining() {}

    static int run(Map<String, String> environment) {
        Json.Obj file = Json.Obj.EMPTY.with("path", "terminal.txt");
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying(ANSWER)
                                .calling("write", file.with("content", "one\n"))
                                .calling("grep", Json.Obj.EMPTY.with("pattern", "o[n]e")),
                        ScriptedAnswer.saying("Now a command.")
                                .calling("bash", Json.Obj.EMPTY.with("command", "ls")),
                        ScriptedAnswer.saying(LAST_WORDS));
        try (var server = new ScriptedServer(script, Duration.ZERO);
                var screen = new Watched();
                var keys = new PipedOutputStream();
                var in = new PipedInputStream(keys)) {
            Map<String, String> with = new LinkedHashMap<>(environment);
            with.put("ANTHROPIC_API_KEY", "none");
            with.put("ANTHROPIC_BASE_URL", server.url());
            Thread typist = Thread.ofVirtual().start(() -> type(screen, keys));
            converse(in, screen, with);
            typist.join();
            return screen.missed().isEmpty() ? 0 : 1;
        } catch (IOException | UsageException | InterruptedException e) {
            System.err.println("deft: no training: " + e.getMessage());
            return 1;
        }
    }

    private static void converse(InputStream in, OutputStream out, Map<String, String> environment)
            throws IOException, UsageException, InterruptedException {
        Path root = Console.ofProcess().directory();
        new TrustStore(UserDirectories.from(environment).data())
                .put(new TrustedWorkspace(root, Instant.EPOCH, new TreeMap<>()));
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var console =
                new Console(in, nowhere, nowhere, Screen.COLOR, Screen.COLOR, root, environment);
        try (TerminalDevice device = TerminalDevice.over(in, out, COLUMNS, ROWS)) {
            Optional<Interactive.Goodbye> _ =
                    Interactive.run(
                            new ParsedArguments(Map.of(), List.of()),
                            console,
                            device,
                            Optional.empty());
        }
    }

    /// Types a message, answers what is asked, and leaves at the end.
    private static void type(Watched screen, OutputStream keys) {
        try {
            if (screen.shows("›")) {
                keys.write("/h\u001b[D\u007f\u007f".getBytes(StandardCharsets.UTF_8));
                keys.write("say @a what\r".getBytes(StandardCharsets.UTF_8));
                keys.flush();
            }
            if (screen.shows("Allow once")) {
                Thread.sleep(READING);
                keys.write('y');
                keys.flush();
            }
            if (screen.shows(LAST_WORDS)) {
                Thread.sleep(READING);
            }
            keys.write((LEAVE + LEAVE).getBytes(StandardCharsets.UTF_8));
            keys.flush();
        } catch (IOException | InterruptedException _) {
            // The conversation is over already.
            Thread.currentThread().interrupt();
        }
    }

    /// What was drawn so far.
    private static final class Watched extends OutputStream {

        private final StringBuilder drawn = new StringBuilder();
        private Optional<String> missed = Optional.empty();

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            drawn.append(new String(bytes, from, length, StandardCharsets.UTF_8));
            notifyAll();
        }

        /// Waits for a text; once one has not come, for no other.
        synchronized boolean shows(String text) throws InterruptedException {
            long deadline = System.nanoTime() + LONGEST.toNanos();
            while (missed.isEmpty() && drawn.indexOf(text) < 0) {
                if (System.nanoTime() > deadline) {
                    missed = Optional.of(text);
                    System.err.println("deft: the training never saw: " + text);
                }
                wait(LONGEST.toMillis() / 100);
            }
            return missed.isEmpty();
        }

        synchronized Optional<String> missed() {
            return missed;
        }
    }
}
