package dev.deft.script.table;

import dev.deft.resource.Resources;
import dev.deft.script.command.Assignment;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks whether setting a variable is harmless: `variables.txt`, loaded with the first
/// assignment.
///
/// A shell variable is harmless if neither bash nor programs use its name. A variable that programs
/// inherit must be listed as harmless, or have a value such as a number.
public final class VariableTable {

    private static final Pattern INERT =
            Pattern.compile(
                    "[-+]?[0-9]{0,18}([.][0-9]{1,9})?|true|false|yes|no|on|off",
                    Pattern.CASE_INSENSITIVE);

    /// A value that is no path, no option and one word.
    private static final Pattern WORD =
            Pattern.compile("([A-Za-z0-9*][A-Za-z0-9_.,:@+*=-]{0,99})?|[A-Z][a-z]+/[A-Za-z_]+");

    private final Map<String, NamePatterns> kinds = new HashMap<>();
    private final Set<String> values = new HashSet<>();

    private VariableTable(String text) {
        text.lines().filter(it -> !it.isEmpty() && !it.startsWith("#")).forEach(this::line);
    }

    /// The table of this version of Deft.
    public static VariableTable standard() {
        return Standard.TABLE;
    }

    private void line(String line) {
        int colon = line.indexOf(": ");
        String kind = line.substring(0, colon);
        for (String name : line.substring(colon + 2).split(" ", -1)) {
            if (kind.equals("value")) {
                values.add(name);
            } else {
                kinds.computeIfAbsent(kind, _ -> new NamePatterns()).add(name);
            }
        }
    }

    /// Why a variable of the session is dangerous, if it is; every command inherits it.
    public Optional<String> danger(String name, String value) {
        return danger(new Assignment(name, Word.of(value), true));
    }

    /// Why an assignment is dangerous, if it is.
    public Optional<String> danger(Assignment assignment) {
        String name = assignment.name();
        Optional<String> value = assignment.value().constant();
        if (names("integer").matches(name)) {
            return assignment.value().isNumber()
                    ? Optional.empty()
                    : Optional.of("the value of " + name + " is evaluated as an expression");
        }
        if (value.filter(it -> values.contains(name + "=" + it)).isPresent()) {
            return Optional.empty();
        }
        boolean word =
                names("word").matches(name)
                        && value.filter(it -> WORD.matcher(it).matches()).isPresent();
        if (word || names("any").matches(name)) {
            return Optional.empty();
        }
        if (affectsExecution(name)) {
            return Optional.of(name + "= changes what runs");
        }
        if (!assignment.exported() && !names("inherited").matches(name)) {
            return Optional.empty();
        }
        boolean inert =
                value.filter(it -> INERT.matcher(it).matches()).isPresent()
                        || assignment.value().isNumber();
        if (inert && !affectsExecution(name.toUpperCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return Optional.of(name + "= may change what a command does");
    }

    private NamePatterns names(String kind) {
        return kinds.getOrDefault(kind, NamePatterns.NONE);
    }

    /// Whether bash or programs use a variable of this name.
    public boolean affectsExecution(String name) {
        return names("shell").matches(name) || names("program").matches(name);
    }

    /// Variables that bash sets itself and that always hold a number.
    public Set<String> integers() {
        return names("integer").exact;
    }

    /// Names, and prefixes and suffixes of names.
    private static final class NamePatterns {

        private static final NamePatterns NONE = new NamePatterns();

        private final Set<String> exact = new HashSet<>();
        private final List<String> prefixes = new ArrayList<>();
        private final List<String> suffixes = new ArrayList<>();

        void add(String name) {
            if (name.endsWith("*")) {
                prefixes.add(name.substring(0, name.length() - 1));
            } else if (name.startsWith("*")) {
                suffixes.add(name.substring(1));
            } else {
                exact.add(name);
            }
        }

        boolean matches(String name) {
            return exact.contains(name)
                    || prefixes.stream().anyMatch(name::startsWith)
                    || suffixes.stream().anyMatch(name::endsWith);
        }
    }

    private static final class Standard {

        private static final VariableTable TABLE = load();

        private static VariableTable load() {
            return new VariableTable(Resources.text(VariableTable.class, "variables.txt"));
        }
    }
}
