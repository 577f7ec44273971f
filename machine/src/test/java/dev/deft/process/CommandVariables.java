package dev.deft.process;

import dev.deft.process.launch.CommandEnvironment;
import java.util.List;
import java.util.Map;

/// The variables that Deft gives every command, for tests that run commands themselves.
public final class CommandVariables {

    private CommandVariables() {}

    public static Map<String, String> in(Map<String, String> process) {
        return new CommandEnvironment(process, List.of()).base();
    }
}
