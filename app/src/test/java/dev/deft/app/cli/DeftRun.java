package dev.deft.app.cli;

import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.Screen;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One run of the program inside the test, with everything it printed.
public record DeftRun(int code, String out, String err) {

    /// Runs a command line in a directory, with a home of its own there.
    public static DeftRun in(Path directory, String stdin, String... words) {
        return in(directory, Map.of(), stdin, words);
    }

    public static DeftRun in(
            Path directory, Map<String, String> variables, String stdin, String... words) {
        return on(Screen.NONE, directory, variables, stdin, words);
    }

    /// Runs a command line with bytes on standard input.
    public static DeftRun in(
            Path directory, Map<String, String> variables, byte[] stdin, String... words) {
        return on(Screen.NONE, directory, variables, stdin, words);
    }

    /// Runs a command line whose output people look at.
    public static DeftRun on(
            Screen screen,
            Path directory,
            Map<String, String> variables,
            String stdin,
            String... words) {
        return on(screen, directory, variables, stdin.getBytes(StandardCharsets.UTF_8), words);
    }

    /// Runs a command line whose output people look at.
    public static DeftRun on(
            Screen screen,
            Path directory,
            Map<String, String> variables,
            byte[] stdin,
            String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        Map<String, String> environment =
                new LinkedHashMap<>(
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
                        new ByteArrayInputStream(stdin),
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        screen,
                        screen,
                        directory,
                        environment);
        int code = new CommandLine("test").run(List.of(words), console);
        return new DeftRun(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
