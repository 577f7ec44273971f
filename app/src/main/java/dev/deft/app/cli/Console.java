package dev.deft.app.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a command talks to.
///
/// @param colour whether people look at `out`
/// @param live whether people look at `err` and a line of it can be written over
public record Console(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean colour,
        boolean live,
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
                isTerminal(2, colour) && !environment.getOrDefault("TERM", "dumb").equals("dumb"),
                Path.of("").toAbsolutePath(),
                environment);
    }

    /// Whether a descriptor of this process is a terminal.
    ///
    /// @param otherwise where the system does not tell
    static boolean isTerminal(int descriptor, boolean otherwise) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException _) {
            return otherwise;
        }
    }

    /// Whether a descriptor of this process is a pipe; no, where the system does not tell.
    static boolean isPipe(int descriptor) {
        try {
            Path descriptors = Path.of("/proc/self/fd");
            return Files.readSymbolicLink(descriptors.resolve(Integer.toString(descriptor)))
                    .toString()
                    .startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException _) {
            return false;
        }
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
