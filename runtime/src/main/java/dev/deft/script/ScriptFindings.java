package dev.deft.script;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.CommandTable;
import dev.deft.script.table.VariableTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Collects the commands and doubts of a script and of the scripts nested in it.
final class ScriptFindings {

    /// How deep wrappers may be nested.
    static final int MAX_DEPTH = 8;

    private static final int MAX_COMMANDS = 2_000;

    private final List<SimpleCommand> commands = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private boolean giveUp;
    private Set<String> functions = new HashSet<>();
    private Set<String> numericVariables = new HashSet<>(VariableTable.standard().integers());
    private boolean functionsUnset;
    private final Set<String> nonNumericVariables = new HashSet<>();
    private final Set<String> evaluate = new HashSet<>();
    private final Unwrapper unwrapper = new Unwrapper(this, CommandTable.standard());

    /// Adds a variable that every command inherits.
    void addEnvironmentVariable(String variable, String value) {
        var assignment = new Assignment(variable, Word.of(value), true);
        if (VariableTable.standard().danger(assignment).isPresent()) {
            commands.add(
                    new SimpleCommand(
                            SimpleCommand.Kind.PLAIN, List.of(), List.of(), List.of(assignment)));
        }
    }

    void readScript(String text, int level) {
        if (level > MAX_DEPTH) {
            nestedTooDeep();
            return;
        }
        var source = new ScriptSource(text);
        isolated(() -> new Statements(this, source, level).read(source.root()));
        if (source.hasUnmatchedDocuments()) {
            giveUp(
                    "it is too long, and a line that looks like the start of a here-document is not one");
        }
    }

    /// Reads a script for another process, which has no functions of this one.
    void readSubprocessScript(String text, int level) {
        isolated(() -> {
            functions = new HashSet<>();
            numericVariables = new HashSet<>(VariableTable.standard().integers());
            readScript(text, level);
        });
    }

    /// Reads a part that may be skipped or runs in a subshell: functions and numbers that it
    /// defines are certain only inside.
    void isolated(Runnable part) {
        Set<String> functionsBefore = functions;
        Set<String> numbersBefore = numericVariables;
        functions = new HashSet<>(functions);
        numericVariables = new HashSet<>(numericVariables);
        part.run();
        functions = functionsBefore;
        numericVariables = numbersBefore;
    }

    /// Adds a command and the commands that it runs.
    void addAndUnwrap(SimpleCommand command, int level) {
        if (commands.size() >= MAX_COMMANDS) {
            giveUp("it has more than %d commands".formatted(MAX_COMMANDS));
            return;
        }
        boolean permanent = command.words().isEmpty();
        for (Assignment assignment : command.assignments()) {
            if (permanent) {
                assign(assignment);
            } else {
                isolated(() -> assign(assignment));
            }
        }
        Optional<String> name =
                command.words().isEmpty()
                        ? Optional.empty()
                        : command.words().getFirst().constant();
        if (name.filter(functions::contains).isPresent()) {
            commands.add(command.as(SimpleCommand.Kind.FUNCTION));
            return;
        }
        unwrapper.unwrap(command, level);
    }

    void add(SimpleCommand command) {
        commands.add(command);
    }

    void doubt(String reason) {
        doubts.add(reason);
    }

    /// Notes a keyword where the grammar saw a command.
    void doubtKeyword(String keyword) {
        doubt("`%s` at this place is not understood".formatted(keyword));
    }

    void nestedTooDeep() {
        giveUp("more than %d commands are nested".formatted(MAX_DEPTH));
    }

    /// Gives up on a part of the script.
    private void giveUp(String reason) {
        doubt(reason);
        giveUp = true;
    }

    /// Defines a function that certainly exists from here on.
    void defineFunction(String function) {
        if (Builtins.contains(function) || CommandTable.standard().wraps(function)) {
            doubt("a function named %s is not understood".formatted(function));
        }
        functions.add(function);
    }

    /// Functions may be removed, even before code above runs.
    void functionsMayBeUnset() {
        functionsUnset = true;
    }

    void assign(Assignment assignment) {
        if (assignment.value().isNumber()) {
            setNumeric(assignment.name());
        } else {
            nonNumericVariables.add(assignment.name());
        }
    }

    /// Sets a variable to a number.
    void setNumeric(String variable) {
        numericVariables.add(variable);
    }

    /// Evaluates a variable as an expression, which can run commands.
    void evaluate(String variable) {
        if (numericVariables.contains(variable)) {
            evaluate.add(variable);
        } else {
            doubtEvaluation(variable);
        }
    }

    private void doubtEvaluation(String variable) {
        doubt("the text in $" + variable + " is evaluated as an expression");
    }

    Script finish(String text) {
        evaluate.stream().filter(nonNumericVariables::contains).forEach(this::doubtEvaluation);
        if (functionsUnset) {
            commands.replaceAll(it ->
                    it.kind() == SimpleCommand.Kind.FUNCTION
                            ? it.as(SimpleCommand.Kind.PLAIN)
                            : it);
        }
        return new Script(text, commands, List.copyOf(doubts), giveUp);
    }
}
