package dev.deft.script.table;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.Word;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which variables are harmless: `variables.txt`, read when the first one is set.
///
/// What only the shell sees may have any name that means nothing to bash or to programs. What a
/// program gets must be known to be harmless: a name on the list, or a value that can name nothing.
public final class VariableTable {

    private static final Pattern INERT =
            Pattern.compile(
                    "[-+]?[0-9]{0,18}([.][0-9]{1,9})?|true|false|yes|no|on|off",
                    Pattern.CASE_INSENSITIVE);

    /// Neither a path nor an option nor several words.
    private static final Pattern WORD =
            Pattern.compile("([A-Za-z0-9*][A-Za-z0-9_.,:@+*=-]{0,99})?|[A-Z][a-z]+/[A-Za-z_]+");

    private final Map<String, Names> kinds = new HashMap<>();
    private final Set<String> values = new HashSet<>();

    private VariableTable(String text) {
        text.lines().filter(it -> !it.isEmpty() && !it.startsWith("#")).forEach(this::line);
    }

    /// The table that comes with Deft.
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
                kinds.computeIfAbsent(kind, _ -> new Names()).add(name);
            }
        }
    }

    /// What speaks against a variable of the session, which every command gets.
    public Optional<String> objection(String name, String value) {
        return objection(new Assignment(name, Word.of(value), true));
    }

    /// What speaks against setting a variable, or nothing.
    public Optional<String> objection(Assignment assignment) {
        String name = assignment.name();
        Optional<String> value = assignment.value().constant();
        if (names("integer").fits(name)) {
            return assignment.value().isNumber()
                    ? Optional.empty()
                    : Optional.of("the value of " + name + " is evaluated as an expression");
        }
        if (value.filter(it -> values.contains(name + "=" + it)).isPresent()) {
            return Optional.empty();
        }
        boolean word =
                names("word").fits(name)
                        && value.filter(it -> WORD.matcher(it).matches()).isPresent();
        if (word || names("any").fits(name)) {
            return Optional.empty();
        }
        if (steers(name)) {
            return Optional.of(name + "= changes what runs");
        }
        if (!assignment.exported() && !names("inherited").fits(name)) {
            return Optional.empty();
        }
        boolean inert =
                value.filter(it -> INERT.matcher(it).matches()).isPresent()
                        || assignment.value().isNumber();
        if (inert && !steers(name.toUpperCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return Optional.of(name + "= may change what a command does");
    }

    private Names names(String kind) {
        return kinds.getOrDefault(kind, Names.NONE);
    }

    /// Whether a name means something to bash or to programs.
    public boolean steers(String name) {
        return names("shell").fits(name) || names("program").fits(name);
    }

    /// Whether bash calculates the value itself, so that it is always a number.
    public Set<String> integers() {
        return names("integer").whole;
    }

    /// Names, and beginnings and ends of names.
    private static final class Names {

        private static final Names NONE = new Names();

        private final Set<String> whole = new HashSet<>();
        private final List<String> beginnings = new ArrayList<>();
        private final List<String> ends = new ArrayList<>();

        void add(String name) {
            if (name.endsWith("*")) {
                beginnings.add(name.substring(0, name.length() - 1));
            } else if (name.startsWith("*")) {
                ends.add(name.substring(1));
            } else {
                whole.add(name);
            }
        }

        boolean fits(String name) {
            return whole.contains(name)
                    || beginnings.stream().anyMatch(name::startsWith)
                    || ends.stream().anyMatch(name::endsWith);
        }
    }

    private static final class Standard {

        private static final VariableTable TABLE = load();

        private static VariableTable load() {
            try (InputStream in = VariableTable.class.getResourceAsStream("variables.txt")) {
                if (in == null) {
                    throw new IllegalStateException("variables.txt is missing");
                }
                return new VariableTable(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
