package dev.deft.script.table;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds what twists a harmless command into another one.
final class DangerousOptions {

    private final CommandTable table;
    private final SimpleCommand command;
    private final List<CommandTable.Twist> found = new ArrayList<>();

    DangerousOptions(CommandTable table, SimpleCommand command) {
        this.table = table;
        this.command = command;
    }

    List<CommandTable.Twist> all() {
        for (Assignment assignment : command.assignments()) {
            VariableTable.standard().objection(assignment).ifPresent(it -> twist(-1, it));
        }
        for (AssignedVariables.Target target : AssignedVariables.of(command).targets()) {
            VariableTable.standard()
                    .objection(target.assignment())
                    .ifPresent(it -> twist(target.word(), it));
        }
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            return found;
        }
        ProgramArguments arguments = ProgramArguments.of(table, command);
        for (ProgramArguments.Problem problem : arguments.problems()) {
            found.add(new CommandTable.Twist(problem.word(), problem.why(), problem.goal()));
        }
        language(arguments);
        return found;
    }

    private void language(ProgramArguments arguments) {
        boolean plain =
                switch (arguments.usage().check()) {
                    case "sed" -> SedScript.isPlain(arguments);
                    case "awk" -> AwkProgram.isPlain(arguments);
                    default -> true;
                };
        if (!plain) {
            twist(-1, "its program may write or run something");
        }
    }

    private void twist(int word, String why) {
        found.add(new CommandTable.Twist(word, why, false));
    }
}
