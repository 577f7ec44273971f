package dev.deft.app.cli;

import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.Screen;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;

/// A program inside the test that reads one line after the other and prints events meanwhile.
final class DeftStream implements AutoCloseable {

    private static final int PIPE_BYTES = 1024 * 1024;

    private final PipedOutputStream in = new PipedOutputStream();
    private final BufferedReader out;
    private final FutureTask<Integer> code;
    private final List<Json.Obj> events = new ArrayList<>();

    DeftStream(Path directory, Map<String, String> variables, String... words) throws IOException {
        var printed = new PipedInputStream(PIPE_BYTES);
        var print = new PrintStream(new PipedOutputStream(printed), true, StandardCharsets.UTF_8);
        Map<String, String> environment =
                new HashMap<>(
                        Map.of(
                                "DEFT_HOME",
                                directory.resolve(".home").toString(),
                                "PATH",
                                System.getenv("PATH"),
                                "DEFT_LOCAL_PORTS",
                                "none"));
        environment.putAll(variables);
        var console =
                new Console(
                        new PipedInputStream(in, PIPE_BYTES),
                        print,
                        new PrintStream(PrintStream.nullOutputStream()),
                        Screen.NONE,
                        Screen.NONE,
                        directory,
                        environment);
        out = new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8));
        code =
                new FutureTask<>(() -> {
                    try (print) {
                        return new CommandLine("test").run(List.of(words), console);
                    }
                });
        Thread.ofPlatform().daemon().name("deft").start(code);
    }

    DeftStream send(String line) throws IOException {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return this;
    }

    /// Waits for an event of a type.
    Json.Obj await(String type) throws IOException {
        return await(it -> it.text("type").orElse("").equals(type));
    }

    private Json.Obj await(Predicate<Json.Obj> wanted) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Json.Obj event = JsonText.parseObject(line);
            events.add(event);
            if (wanted.test(event)) {
                return event;
            }
        }
        throw new AssertionError("it ended before: " + events);
    }

    /// Ends the input and waits for the end of the program.
    ///
    /// @return the exit code
    int end() throws Exception {
        in.close();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            events.add(JsonText.parseObject(line));
        }
        return code.get();
    }

    /// All events so far.
    List<Json.Obj> events() {
        return List.copyOf(events);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
