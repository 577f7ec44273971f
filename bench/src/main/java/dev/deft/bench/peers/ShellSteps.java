package dev.deft.bench.peers;

/// Searches as commands, for agents that have no tool for them.
final class ShellSteps {

    private ShellSteps() {}

    static String grep(ScriptStep.Grep step) {
        return "rg -n '%s' -g '%s'".formatted(step.pattern(), ScriptStep.Grep.INCLUDE);
    }

    static String glob(ScriptStep.Glob step) {
        return "rg --files -g '%s'".formatted(step.anywhere());
    }
}
