package dev.deft.script.table;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the options and variables that make a harmless command dangerous.
final class DangerousOptions {

    private final CommandTable table;
    private final SimpleCommand command;
    private final List<CommandTable.DangerousOption> found = new ArrayList<>();

    DangerousOptions(CommandTable table, SimpleCommand command) {
        this.table = table;
        this.command = command;
    }

    List<CommandTable.DangerousOption> all() {
        for (Assignment assignment : command.assignments()) {
            VariableTable.standard().danger(assignment).ifPresent(it -> add(-1, it));
        }
        for (AssignedVariables.Target target : AssignedVariables.of(command).targets()) {
            VariableTable.standard()
                    .danger(target.assignment())
                    .ifPresent(it -> add(target.word(), it));
        }
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            return found;
        }
        ProgramArguments arguments = ProgramArguments.of(table, command);
        for (ProgramArguments.Problem problem : arguments.problems()) {
            found.add(
                    new CommandTable.DangerousOption(
                            problem.word(), problem.reason(), problem.goal()));
        }
        language(arguments);
        return found;
    }

    private void language(ProgramArguments arguments) {
        boolean harmless =
                switch (arguments.usage().language()) {
                    case "sed" -> SedScript.isHarmless(arguments);
                    case "awk" -> AwkProgram.isHarmless(arguments);
                    default -> true;
                };
        if (!harmless) {
            add(-1, "its program may write or run something");
        }
    }

    private void add(int word, String why) {
        found.add(new CommandTable.DangerousOption(word, why, false));
    }
}
