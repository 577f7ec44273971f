package dev.deft.process.job;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A command to start.
///
/// @param variables its whole environment
public record LaunchRequest(
        String script,
        Path directory,
        Map<String, String> variables,
        Stdin stdin,
        Terminal terminal) {

    /// How the runner script reads the length that comes first.
    private static final int LENGTH_DIGITS = 10;

    public LaunchRequest {
        variables = Map.copyOf(variables);
    }

    /// The terminal of a command.
    ///
    /// @param argument what the runner script gets: nothing, the path of `setsid`, or `script`
    public record Terminal(String argument) {

        /// No terminal: pipes.
        public static final Terminal NONE = new Terminal("");

        /// A terminal made by the program `script`, which survives this process.
        public static final Terminal SCRIPT = new Terminal("script");

        /// A pseudo-terminal whose master we hold.
        ///
        /// @param setsid the program of util-linux
        public static Terminal attached(Path setsid) {
            return new Terminal(setsid.toString());
        }

        public boolean isAttached() {
            return argument.startsWith("/");
        }
    }

    public LaunchRequest withTerminal(Terminal other) {
        return new LaunchRequest(script, directory, variables, stdin, other);
    }

    /// What a command can read from standard input.
    public enum Stdin {
        EMPTY,
        INTERACTIVE
    }

    /// Whether its caller awaits it at once: only such a command has neither input nor a terminal.
    public boolean isAwaited() {
        return stdin == Stdin.EMPTY && !terminal.isAttached();
    }

    public LaunchRequest withVariables(Map<String, String> variables) {
        return new LaunchRequest(script, directory, variables, stdin, terminal);
    }

    /// The command line of a shell without login and start-up files.
    ///
    /// @param arguments from `$0` on
    public static List<String> shell(String bash, String script, String... arguments) {
        List<String> words = new ArrayList<>(List.of(bash, "--noprofile", "--norc", "-c", script));
        words.addAll(List.of(arguments));
        return words;
    }

    /// The request as the runner script reads it: the length of the assignments, the assignments as
    /// words of the shell, and the script. Lengths are counted in bytes, because a shell reads up
    /// to a delimiter byte by byte.
    ///
    /// @param baseVariables the variables the shell was started with
    public byte[] encode(Map<String, String> baseVariables) {
        byte[] body = script.getBytes(StandardCharsets.UTF_8);
        byte[] head = assignments(baseVariables, body.length).getBytes(StandardCharsets.UTF_8);
        byte[] length = String.valueOf(head.length).getBytes(StandardCharsets.US_ASCII);
        byte[] encoded = new byte[LENGTH_DIGITS + head.length + body.length];
        Arrays.fill(encoded, 0, LENGTH_DIGITS, (byte) '0');
        System.arraycopy(length, 0, encoded, LENGTH_DIGITS - length.length, length.length);
        System.arraycopy(head, 0, encoded, LENGTH_DIGITS, head.length);
        System.arraycopy(body, 0, encoded, LENGTH_DIGITS + head.length, body.length);
        return encoded;
    }

    private String assignments(Map<String, String> baseVariables, int length) {
        var text = new StringBuilder("__deft_length=").append(length);
        text.append(" __deft_input=").append(stdin == Stdin.INTERACTIVE ? "yes" : "no");
        quote(" __deft_terminal=", terminal.argument(), text);
        quote(" __deft_directory=", directory.toString(), text);
        for (Map.Entry<String, String> it : variables.entrySet()) {
            if (!it.getValue().equals(baseVariables.get(it.getKey()))) {
                quote("\nexport -- ", it.getKey() + "=" + it.getValue(), text);
            }
        }
        return text.toString();
    }

    private static void quote(String before, String value, StringBuilder text) {
        text.append(before).append('\'').append(value.replace("'", "'\\''")).append('\'');
    }
}
