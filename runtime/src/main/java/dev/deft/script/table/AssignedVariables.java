package dev.deft.script.table;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the variables that a builtin such as `read` or `export` sets. A name that is not constant
/// may be any variable.
public final class AssignedVariables {

    private static final Pattern TARGET =
            Pattern.compile("(?s)([A-Za-z_][A-Za-z0-9_]*)(\\[([0-9]+|[@*])])?(\\+?=.*)?");

    /// The options of a builtin.
    ///
    /// @param values letters of options with a value
    /// @param flags letters of options without one
    /// @param naming letters of options whose value is a variable
    /// @param implicit variables that are set if none is named
    private record BuiltinOptions(
            String values, String flags, String naming, Set<String> implicit) {}

    private static final Map<String, BuiltinOptions> BUILTINS =
            Map.of(
                    "read", new BuiltinOptions("adinNptu", "ersE", "a", Set.of("REPLY")),
                    "mapfile", new BuiltinOptions("dnOsuCc", "t", "", Set.of("MAPFILE")),
                    "readarray", new BuiltinOptions("dnOsuCc", "t", "", Set.of("MAPFILE")),
                    "printf", new BuiltinOptions("v", "", "v", Set.of()),
                    "wait", new BuiltinOptions("p", "fn", "p", Set.of()),
                    "getopts", new BuiltinOptions("", "", "", Set.of("OPTARG")),
                    "unset", new BuiltinOptions("", "fvn", "", Set.of()));

    private static final String DECLARATION_FLAGS = "aAgrxltupIF";

    private final String builtin;
    private final List<Word> words;
    private final List<Target> targets = new ArrayList<>();
    private Optional<String> uncertainty = Optional.empty();
    private int at = 1;

    private AssignedVariables(String builtin, List<Word> words) {
        this.builtin = builtin;
        this.words = words;
    }

    /// A variable and the index of the word that names it.
    ///
    /// @param assignsValue whether it gets a value; `local x` and `export x` give it none
    public record Target(int word, Assignment assignment, boolean assignsValue) {}

    static boolean isDeclaration(String builtin) {
        return Set.of("declare", "typeset", "local", "readonly", "export").contains(builtin);
    }

    /// The variables that a command sets; none if it is no such builtin.
    public static AssignedVariables of(SimpleCommand command) {
        String builtin = command.program().orElse("");
        var assigned = new AssignedVariables(builtin, command.words());
        if (isDeclaration(builtin)) {
            assigned.declaration();
        } else {
            Optional.ofNullable(BUILTINS.get(builtin)).ifPresent(assigned::readBuiltin);
        }
        return assigned;
    }

    public List<Target> targets() {
        return targets;
    }

    /// Why it may set other variables too.
    public Optional<String> uncertainty() {
        return uncertainty;
    }

    private void declaration() {
        boolean exported = builtin.equals("export");
        while (at < words.size() && words.get(at).prefix().matches("(?s)[-+].+")) {
            String option = words.get(at).constant().orElse("-?");
            if (option.equals("--")) {
                at++;
                break;
            }
            boolean functions = option.equals("-f") && !exported;
            if (!functions && !option.matches("[-+][" + DECLARATION_FLAGS + "]+")) {
                uncertainty("`%s` of %s changes what an assignment does", words.get(at));
            }
            exported |= option.matches("-.*x.*");
            at++;
        }
        while (at < words.size()) {
            target(at++, exported, false);
        }
    }

    private void readBuiltin(BuiltinOptions shape) {
        options(shape);
        int names = at;
        switch (builtin) {
            case "printf" -> format();
            case "wait" -> {}
            case "getopts" -> {
                requireOneWord(at);
                if (at + 1 < words.size()) {
                    target(at + 1, false, true);
                }
            }
            default -> {
                while (at < words.size()) {
                    target(at++, false, true);
                }
            }
        }
        if (names >= words.size() || builtin.equals("getopts")) {
            for (String name : shape.implicit()) {
                targets.add(new Target(0, new Assignment(name, Word.unknown(name)), true));
            }
        }
    }

    private void options(BuiltinOptions shape) {
        while (at < words.size() && uncertainty.isEmpty()) {
            Word word = words.get(at);
            Optional<String> text = word.constant();
            if (text.isEmpty() && word.mayBeOption()) {
                uncertainty("`%s` may be an option of %s", word);
            }
            if (text.filter(it -> it.length() > 1 && it.startsWith("-")).isEmpty()) {
                return;
            }
            at++;
            if (text.get().equals("--")) {
                return;
            }
            option(text.get(), shape);
        }
    }

    private void option(String text, BuiltinOptions shape) {
        for (int i = 1; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (shape.flags().indexOf(letter) >= 0) {
                continue;
            }
            if (shape.values().indexOf(letter) < 0) {
                uncertainty("`%s` of %s is not understood", words.get(at - 1));
                return;
            }
            boolean names = shape.naming().indexOf(letter) >= 0;
            if (i + 1 < text.length()) {
                if (names) {
                    target(at - 1, Word.of(text.substring(i + 1)), false, true);
                }
            } else if (at >= words.size()) {
                uncertainty("`%s` of %s is not understood", words.get(at - 1));
            } else if (names) {
                target(at++, false, true);
            } else {
                requireOneWord(at++);
            }
            return;
        }
    }

    private void requireOneWord(int word) {
        if (word < words.size() && words.get(word).splits()) {
            uncertainty("`%s` of %s may be any words", words.get(word));
        }
    }

    /// `%n` sets the variable that an argument names.
    private void format() {
        if (at + 1 >= words.size()) {
            return;
        }
        Word format = words.get(at);
        boolean counts =
                format.constant()
                        .map(it -> it.replace("%%", "").matches("(?s).*%[-+ #0-9.*'hlLjzt]*n.*"))
                        .orElseGet(() ->
                                words.stream()
                                        .skip(at + 1L)
                                        .anyMatch(AssignedVariables::mayAffectExecution));
        if (counts) {
            uncertainty("`%s` of %s may set a variable", format);
        }
    }

    private static boolean mayAffectExecution(Word name) {
        return name.constant().map(VariableTable.standard()::affectsExecution).orElse(true);
    }

    private void target(int word, boolean exported, boolean nameOnly) {
        target(word, words.get(word), exported, nameOnly);
    }

    private void target(int place, Word word, boolean exported, boolean nameOnly) {
        Matcher matcher = TARGET.matcher(word.prefix());
        boolean known =
                word.constant().isPresent()
                        || (!nameOnly && !word.splits() && word.prefix().indexOf('=') > 0);
        if (!known || !matcher.matches() || (nameOnly && matcher.group(4) != null)) {
            uncertainty("`%s` of %s may set any variable", word);
            return;
        }
        Word value =
                nameOnly || matcher.group(4) == null
                        ? Word.unknown(word.display())
                        : value(word, word.prefix().indexOf('=') + 1);
        targets.add(
                new Target(
                        place,
                        new Assignment(matcher.group(1), value, exported),
                        nameOnly || matcher.group(4) != null));
    }

    /// The value after the `=`.
    private static Word value(Word word, int from) {
        if (word.constant().isPresent()) {
            return Word.of(word.constant().get().substring(from));
        }
        List<Word.Part> parts = new ArrayList<>();
        int left = from;
        for (Word.Part part : word.parts()) {
            switch (part) {
                case Word.Part.Text(String text) -> {
                    int cut = Math.min(left, text.length());
                    parts.add(new Word.Part.Text(text.substring(cut)));
                    left -= cut;
                }
                case Word.Part.Unknown _ -> parts.add(part);
            }
        }
        return new Word(parts, Word.Count.ONE);
    }

    private void uncertainty(String format, Word word) {
        uncertainty = uncertainty.or(() -> Optional.of(format.formatted(word.display(), builtin)));
    }
}
