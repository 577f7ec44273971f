package dev.deft.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A command that is ready to be started.
///
/// @param variables its whole environment
/// @param stdin where its standard input comes from
record Order(String script, Path directory, Map<String, String> variables, Stdin stdin) {

    Order {
        variables = Map.copyOf(variables);
    }

    /// What a command can read.
    enum Stdin {
        EMPTY,
        TYPED
    }

    /// The shell that runs a script: never a login shell, and nobody's start-up files.
    static List<String> shell(String bash, String script) {
        return List.of(bash, "--noprofile", "--norc", "-c", script);
    }
}
