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

    /// The request as the runner script reads it: each field ends with NUL; the script is preceded
    /// by its length in bytes, because a shell reads up to a delimiter byte by byte.
    ///
    /// @param baseVariables the variables the shell was started with
    public byte[] encode(Map<String, String> baseVariables) {
        List<String> changed =
                variables.entrySet().stream()
                        .filter(it -> !it.getValue().equals(baseVariables.get(it.getKey())))
                        .map(it -> it.getKey() + "=" + it.getValue())
                        .toList();
        var fields = new StringBuilder();
        fields.append(directory).append('\0');
        fields.append(stdin == Stdin.INTERACTIVE ? "yes" : "no").append('\0');
        fields.append(terminal.argument()).append('\0');
        fields.append(changed.size()).append('\0');
        changed.forEach(it -> fields.append(it).append('\0'));
        byte[] body = script.getBytes(StandardCharsets.UTF_8);
        fields.append(body.length).append('\0');
        byte[] head = fields.toString().getBytes(StandardCharsets.UTF_8);
        byte[] encoded = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, encoded, head.length, body.length);
        return encoded;
    }
}
