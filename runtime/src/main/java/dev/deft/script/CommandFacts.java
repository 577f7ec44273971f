package dev.deft.script;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the table says about one command. Filled while the table is read, then left alone.
final class CommandFacts {

    static final CommandFacts NONE = new CommandFacts();

    private final Set<String> twists = new HashSet<>();
    private final Set<String> flags = new HashSet<>();
    private final Set<String> values = new HashSet<>();
    private final Set<String> scripts = new HashSet<>();
    private final Set<String> queries = new HashSet<>();
    private String wrap = "";
    private String check = "";
    private boolean transparent;
    private boolean assigns;
    private boolean reads;
    private int operands;
    private int depth;

    /// One line of the table: a key and what belongs to it.
    void add(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        switch (words.getFirst()) {
            case "twists" -> twists.addAll(rest);
            case "flags" -> flags.addAll(rest);
            case "values" -> values.addAll(rest);
            case "scripts" -> scripts.addAll(rest);
            case "queries" -> queries.addAll(rest);
            case "wraps" -> wrap = rest.getFirst();
            case "aside" -> transparent = true;
            case "assigns" -> assigns = true;
            case "reads" -> reads = true;
            case "operands" -> operands = Integer.parseInt(rest.getFirst());
            case "check" -> check = rest.getFirst();
            case "words" -> depth = Integer.parseInt(rest.getFirst()) - 1;
            default -> throw new IllegalStateException("commands.txt: " + words);
        }
    }

    Set<String> twists() {
        return twists;
    }

    /// Options without a value.
    Set<String> flags() {
        return flags;
    }

    /// Options whose value may be the next word.
    Set<String> values() {
        return values;
    }

    /// Options whose value is a script.
    Set<String> scripts() {
        return scripts;
    }

    /// Options with which it only tells something and runs nothing.
    Set<String> queries() {
        return queries;
    }

    /// How it runs another command, or empty.
    String wrap() {
        return wrap;
    }

    /// Which language its arguments are in, or empty.
    String check() {
        return check;
    }

    /// Whether it does nothing but run the other command.
    boolean transparent() {
        return transparent;
    }

    /// Whether `NAME=value` may stand before the other command.
    boolean assigns() {
        return assigns;
    }

    boolean reads() {
        return reads;
    }

    /// How many words stand before the other command.
    int operands() {
        return operands;
    }

    /// How many words after the first name what it does.
    int depth() {
        return depth;
    }
}
