package dev.deft.app.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a command talks to.
///
/// @param colour whether people look at `out`
public record Console(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean colour,
        Path directory,
        Map<String, String> environment) {

    public Console {
        environment = Map.copyOf(environment);
    }

    /// The console of this process; always UTF-8, in colour only on a terminal that wants it.
    public static Console ofProcess() {
        Map<String, String> environment = System.getenv();
        boolean colour =
                Optional.ofNullable(System.console()).map(java.io.Console::isTerminal).orElse(false)
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        return new Console(
                System.in,
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                colour,
                Path.of("").toAbsolutePath(),
                environment);
    }

    /// One line on standard output, there at once.
    void say(String line) {
        out.println(line);
        out.flush();
    }

    String bold(String text) {
        return styled("1", text);
    }

    String dim(String text) {
        return styled("2", text);
    }

    String green(String text) {
        return styled("32", text);
    }

    String yellow(String text) {
        return styled("33", text);
    }

    String red(String text) {
        return styled("31", text);
    }

    private String styled(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
