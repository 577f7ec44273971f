package dev.deft.script;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What has been found so far in a script and in the scripts inside it.
final class Reading {

    /// How many wrappers are looked through.
    static final int DEEPEST = 8;

    private static final int MOST_COMMANDS = 2_000;

    private final List<SimpleCommand> commands = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private boolean cut;
    private Set<String> functions = new HashSet<>();
    private final Set<String> fromOutside = new HashSet<>();
    private final Set<String> calculated = new HashSet<>();
    private final Unwrapper unwrapper = new Unwrapper(this, CommandTable.standard());

    void script(String text, int level) {
        if (level > DEEPEST) {
            tooDeep();
            return;
        }
        var source = new Source(text);
        new Statements(this, source, level).read(source.root());
    }

    /// A script for another process, which knows no function of this one.
    void foreign(String text, int level) {
        Set<String> own = functions;
        functions = new HashSet<>();
        script(text, level);
        functions = own;
    }

    /// A command, and whatever it would run in turn.
    void found(SimpleCommand command, int level) {
        if (commands.size() >= MOST_COMMANDS) {
            cut("it has more than %d commands".formatted(MOST_COMMANDS));
            return;
        }
        for (Assignment assignment : command.assignments()) {
            assigned(assignment.name(), assignment.value());
        }
        Optional<String> name =
                command.words().isEmpty()
                        ? Optional.empty()
                        : command.words().getFirst().constant();
        if (name.filter("unset"::equals).isPresent()) {
            functions.clear();
        }
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

    void assigned(String variable, Word value) {
        if (value.constant().filter(it -> it.matches("[-+]?[0-9]*")).isEmpty()
                && !Arithmetic.isNumber(value)) {
            fromOutside.add(variable);
        }
    }

    /// A variable whose value bash evaluates as an expression, which may run commands.
    void calculated(String variable) {
        calculated.add(variable);
    }

    Script finish(String text) {
        calculated.stream()
                .filter(fromOutside::contains)
                .findFirst()
                .ifPresent(it -> doubt("the text in $" + it + " is evaluated as an expression"));
        return new Script(text, commands, List.copyOf(doubts), cut);
    }
}
