package dev.deft.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds what twists a harmless command into another one.
final class Twists {

    private final CommandTable table;
    private final SimpleCommand command;
    private final List<CommandTable.Twist> found = new ArrayList<>();

    Twists(CommandTable table, SimpleCommand command) {
        this.table = table;
        this.command = command;
    }

    List<CommandTable.Twist> all() {
        for (Assignment assignment : command.assignments()) {
            VariableTable.standard().objection(assignment).ifPresent(it -> twist(-1, it));
        }
        for (Naming.Target target : Naming.of(command).targets()) {
            VariableTable.standard()
                    .objection(target.assignment())
                    .ifPresent(it -> twist(target.word(), it));
        }
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            return found;
        }
        CommandFacts facts = table.of(program.get());
        int sub = facts.depth() == 0 ? command.words().size() : subcommand(facts);
        options(facts, 1, sub);
        if (sub < command.words().size()) {
            String name = program.get() + " " + command.words().get(sub).display();
            options(table.of(name), sub + 1, command.words().size());
        }
        language(facts);
        return found;
    }

    /// Where the sub-command stands; an unknown word before it may be anything.
    private int subcommand(CommandFacts facts) {
        List<Word> words = command.words();
        int at = 1;
        while (at < words.size()) {
            Optional<String> word = words.get(at).constant();
            if (word.isEmpty()) {
                twist(at, "`%s` is not known".formatted(words.get(at).display()));
                return words.size();
            }
            if (!word.get().startsWith("-")) {
                return at;
            }
            at += facts.values().contains(word.get()) ? 2 : 1;
        }
        return words.size();
    }

    private void options(CommandFacts facts, int from, int to) {
        if (facts.twists().isEmpty()) {
            return;
        }
        boolean ended = false;
        for (int i = from; i < Math.min(to, command.words().size()); i++) {
            Word word = command.words().get(i);
            Optional<String> text = word.constant();
            if (text.filter("--"::equals).isPresent()) {
                ended = true;
            } else if (text.filter(facts.twists()::contains).isPresent()) {
                twist(i, text.get());
            } else if (!ended && word.mayBeOption()) {
                option(facts, i, word, text);
            } else if (!ended && text.isEmpty() && facts.twists().stream().anyMatch(word::mayBe)) {
                twist(i, "`%s` is not known".formatted(word.display()));
            }
        }
    }

    private void option(CommandFacts facts, int at, Word word, Optional<String> text) {
        boolean named =
                word.count() != Word.Count.ANY && word.prefix().matches("(?s)--?[A-Za-z0-9-]+=.*");
        if (text.isEmpty() && !named) {
            twist(at, "`%s` may be an option".formatted(word.display()));
            return;
        }
        String option = word.prefix();
        facts.twists().stream()
                .filter(it -> means(option, it, facts))
                .findFirst()
                .ifPresent(it -> twist(at, option));
    }

    /// Whether an option as written is one of the table: abbreviated, bundled, with its value.
    private static boolean means(String written, String listed, CommandFacts facts) {
        if (listed.startsWith("--")) {
            String name = written.replaceFirst("(?s)=.*", "");
            return name.length() > 2 && listed.startsWith(name) && !facts.flags().contains(name);
        }
        if (listed.length() != 2 || written.startsWith("--") || facts.flags().contains(written)) {
            return written.startsWith(listed + "=");
        }
        return bundled(written, listed.charAt(1), facts);
    }

    /// Whether a letter is among bundled options, and not in the value of one before it.
    private static boolean bundled(String written, char letter, CommandFacts facts) {
        for (int i = 1; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == letter) {
                return true;
            }
            if (facts.values().contains("-" + c)) {
                return false;
            }
        }
        return false;
    }

    private void language(CommandFacts facts) {
        boolean plain =
                switch (facts.check()) {
                    case "sed" -> SedScript.isPlain(command.words());
                    case "awk" -> AwkProgram.isPlain(command.words());
                    default -> true;
                };
        if (!plain) {
            twist(-1, "its program may write or run something");
        }
    }

    private void twist(int word, String why) {
        found.add(new CommandTable.Twist(word, why));
    }
}
