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

/// What has been found so far in a script and in the scripts inside it.
final class ScriptFindings {

    /// How many wrappers are looked through.
    static final int DEEPEST = 8;

    private static final int MOST_COMMANDS = 2_000;

    private final List<SimpleCommand> commands = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private boolean cut;
    private Set<String> functions = new HashSet<>();
    private Set<String> numbers = new HashSet<>(VariableTable.standard().integers());
    private boolean forgetful;
    private final Set<String> anything = new HashSet<>();
    private final Set<String> calculated = new HashSet<>();
    private final Unwrapper unwrapper = new Unwrapper(this, CommandTable.standard());

    /// A variable that every command gets.
    void given(String variable, String value) {
        var assignment = new Assignment(variable, Word.of(value), true);
        if (VariableTable.standard().objection(assignment).isPresent()) {
            commands.add(
                    new SimpleCommand(
                            SimpleCommand.Kind.PLAIN, List.of(), List.of(), List.of(assignment)));
        }
    }

    void script(String text, int level) {
        if (level > DEEPEST) {
            tooDeep();
            return;
        }
        var source = new ScriptSource(text);
        apart(() -> new Statements(this, source, level).read(source.root()));
        if (source.isTorn()) {
            cut("it is too long, and what looks like a here-document is none");
        }
    }

    /// A script for another process, which knows no function of this one.
    void foreign(String text, int level) {
        apart(() -> {
            functions = new HashSet<>();
            numbers = new HashSet<>(VariableTable.standard().integers());
            script(text, level);
        });
    }

    /// Reads a part that may be skipped, or runs elsewhere: what is certain in it is certain only
    /// there.
    void apart(Runnable part) {
        Set<String> functionsBefore = functions;
        Set<String> numbersBefore = numbers;
        functions = new HashSet<>(functions);
        numbers = new HashSet<>(numbers);
        part.run();
        functions = functionsBefore;
        numbers = numbersBefore;
    }

    /// A command, and whatever it would run in turn.
    void found(SimpleCommand command, int level) {
        if (commands.size() >= MOST_COMMANDS) {
            cut("it has more than %d commands".formatted(MOST_COMMANDS));
            return;
        }
        boolean lasting = command.words().isEmpty();
        for (Assignment assignment : command.assignments()) {
            if (lasting) {
                assigned(assignment);
            } else {
                apart(() -> assigned(assignment));
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

    void tooDeep() {
        cut("more than %d commands are wrapped in each other".formatted(DEEPEST));
    }

    /// Gives up on a part of the script.
    private void cut(String reason) {
        doubt(reason);
        cut = true;
    }

    /// A function that is certainly there from here on.
    void defined(String function) {
        if (Builtins.contains(function) || CommandTable.standard().wraps(function)) {
            doubt("a function named %s is not understood".formatted(function));
        }
        functions.add(function);
    }

    /// A function may be removed: from here on, or before what was read here runs.
    void forgetFunctions() {
        forgetful = true;
    }

    void assigned(Assignment assignment) {
        if (assignment.value().isNumber()) {
            number(assignment.name());
        } else {
            anything.add(assignment.name());
        }
    }

    /// A variable that is set to a number here.
    void number(String variable) {
        numbers.add(variable);
    }

    /// A variable whose value bash evaluates as an expression, which may run commands.
    void calculated(String variable) {
        if (numbers.contains(variable)) {
            calculated.add(variable);
        } else {
            evaluated(variable);
        }
    }

    private void evaluated(String variable) {
        doubt("the text in $" + variable + " is evaluated as an expression");
    }

    Script finish(String text) {
        calculated.stream().filter(anything::contains).forEach(this::evaluated);
        if (forgetful) {
            commands.replaceAll(it ->
                    it.kind() == SimpleCommand.Kind.FUNCTION
                            ? it.as(SimpleCommand.Kind.PLAIN)
                            : it);
        }
        return new Script(text, commands, List.copyOf(doubts), cut);
    }
}
