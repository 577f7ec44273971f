package dev.deft.process.job;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A command that is ready to be started.
///
/// @param variables its whole environment
/// @param stdin where its standard input comes from
/// @param terminal what it runs on
public record LaunchRequest(
        String script,
        Path directory,
        Map<String, String> variables,
        Stdin stdin,
        Terminal terminal) {

    public LaunchRequest {
        variables = Map.copyOf(variables);
    }

    /// What a command runs on.
    ///
    /// @param word what its shell is told: nothing, the program that makes a terminal a controlling
    ///   one, or `script`
    public record Terminal(String word) {

        /// Pipes.
        public static final Terminal NONE = new Terminal("");

        /// A terminal that `script` makes and that stays when we are gone.
        public static final Terminal OF_SCRIPT = new Terminal("script");

        /// A terminal of which we have the other end.
        ///
        /// @param setsid the program of util-linux
        public static Terminal ours(Path setsid) {
            return new Terminal(setsid.toString());
        }

        public boolean isOurs() {
            return word.startsWith("/");
        }
    }

    /// The same on another terminal.
    public LaunchRequest on(Terminal other) {
        return new LaunchRequest(script, directory, variables, stdin, other);
    }

    /// What a command can read.
    public enum Stdin {
        EMPTY,
        TYPED
    }

    /// The same with another environment.
    public LaunchRequest with(Map<String, String> variables) {
        return new LaunchRequest(script, directory, variables, stdin, terminal);
    }

    /// The shell that runs a script: never a login shell, and nobody's start-up files.
    ///
    /// @param arguments from `$0` on
    public static List<String> shell(String bash, String script, String... arguments) {
        List<String> words = new ArrayList<>(List.of(bash, "--noprofile", "--norc", "-c", script));
        words.addAll(List.of(arguments));
        return words;
    }

    /// The order as a waiting shell reads it: each field ended by a NUL, and the script behind its
    /// length in bytes, because a shell that looks for an end reads a byte at a time.
    ///
    /// @param known the variables that shell was started with
    public byte[] spelled(Map<String, String> known) {
        List<String> changed =
                variables.entrySet().stream()
                        .filter(it -> !it.getValue().equals(known.get(it.getKey())))
                        .map(it -> it.getKey() + "=" + it.getValue())
                        .toList();
        var fields = new StringBuilder();
        fields.append(directory).append('\0');
        fields.append(stdin == Stdin.TYPED ? "yes" : "no").append('\0');
        fields.append(terminal.word()).append('\0');
        fields.append(changed.size()).append('\0');
        changed.forEach(it -> fields.append(it).append('\0'));
        byte[] body = script.getBytes(StandardCharsets.UTF_8);
        fields.append(body.length).append('\0');
        byte[] head = fields.toString().getBytes(StandardCharsets.UTF_8);
        byte[] order = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, order, head.length, body.length);
        return order;
    }
}
