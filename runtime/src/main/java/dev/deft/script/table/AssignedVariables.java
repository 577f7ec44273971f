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

/// Which variables a builtin sets. A name that is not written out may be any.
public final class AssignedVariables {

    private static final Pattern TARGET =
            Pattern.compile("(?s)([A-Za-z_][A-Za-z0-9_]*)(\\[([0-9]+|[@*])])?(\\+?=.*)?");

    /// Options with a value, and those without; of the first, these name a variable.
    private record Shape(String values, String flags, String naming, Set<String> unnamed) {}

    private static final Map<String, Shape> SHAPES =
            Map.of(
                    "read", new Shape("adinNptu", "ersE", "a", Set.of("REPLY")),
                    "mapfile", new Shape("dnOsuCc", "t", "", Set.of("MAPFILE")),
                    "readarray", new Shape("dnOsuCc", "t", "", Set.of("MAPFILE")),
                    "printf", new Shape("v", "", "v", Set.of()),
                    "wait", new Shape("p", "fn", "p", Set.of()),
                    "getopts", new Shape("", "", "", Set.of("OPTARG")),
                    "unset", new Shape("", "fvn", "", Set.of()));

    private static final String DECLARING = "aAgrxltupIF";

    private final String builtin;
    private final List<Word> words;
    private final List<Target> targets = new ArrayList<>();
    private Optional<String> trouble = Optional.empty();
    private int at = 1;

    private AssignedVariables(String builtin, List<Word> words) {
        this.builtin = builtin;
        this.words = words;
    }

    /// A variable that is named, and the word that says so.
    ///
    /// @param sets whether it gets a value; `local x` and `export x` give it none
    public record Target(int word, Assignment assignment, boolean sets) {}

    static boolean isDeclaration(String builtin) {
        return Set.of("declare", "typeset", "local", "readonly", "export").contains(builtin);
    }

    /// What a command sets; nothing where it is no builtin that sets variables.
    public static AssignedVariables of(SimpleCommand command) {
        String builtin = command.program().orElse("");
        var naming = new AssignedVariables(builtin, command.words());
        if (isDeclaration(builtin)) {
            naming.declaration();
        } else {
            Optional.ofNullable(SHAPES.get(builtin)).ifPresent(naming::shaped);
        }
        return naming;
    }

    public List<Target> targets() {
        return targets;
    }

    /// Why that may not be all.
    public Optional<String> trouble() {
        return trouble;
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
            if (!functions && !option.matches("[-+][" + DECLARING + "]+")) {
                trouble("`%s` of %s changes what an assignment does", words.get(at));
            }
            exported |= option.matches("-.*x.*");
            at++;
        }
        while (at < words.size()) {
            target(at++, exported, false);
        }
    }

    private void shaped(Shape shape) {
        options(shape);
        int names = at;
        switch (builtin) {
            case "printf" -> format();
            case "wait" -> {}
            case "getopts" -> {
                unlessAny(at);
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
            for (String name : shape.unnamed()) {
                targets.add(new Target(0, new Assignment(name, Word.unknown(name)), true));
            }
        }
    }

    private void options(Shape shape) {
        while (at < words.size() && trouble.isEmpty()) {
            Word word = words.get(at);
            Optional<String> text = word.constant();
            if (text.isEmpty() && word.mayBeOption()) {
                trouble("`%s` may be an option of %s", word);
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

    private void option(String text, Shape shape) {
        for (int i = 1; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (shape.flags().indexOf(letter) >= 0) {
                continue;
            }
            if (shape.values().indexOf(letter) < 0) {
                trouble("`%s` of %s is not understood", words.get(at - 1));
                return;
            }
            boolean names = shape.naming().indexOf(letter) >= 0;
            if (i + 1 < text.length()) {
                if (names) {
                    target(at - 1, Word.of(text.substring(i + 1)), false, true);
                }
            } else if (at >= words.size()) {
                trouble("`%s` of %s is not understood", words.get(at - 1));
            } else if (names) {
                target(at++, false, true);
            } else {
                unlessAny(at++);
            }
            return;
        }
    }

    private void unlessAny(int word) {
        if (word < words.size() && words.get(word).splits()) {
            trouble("`%s` of %s may be any words", words.get(word));
        }
    }

    /// `%n` sets the variable that the next word names.
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
                                        .anyMatch(AssignedVariables::mayMatter));
        if (counts) {
            trouble("`%s` of %s may set a variable", format);
        }
    }

    private static boolean mayMatter(Word name) {
        return name.constant().map(VariableTable.standard()::steers).orElse(true);
    }

    private void target(int word, boolean exported, boolean bare) {
        target(word, words.get(word), exported, bare);
    }

    private void target(int place, Word word, boolean exported, boolean bare) {
        Matcher matcher = TARGET.matcher(word.prefix());
        boolean known =
                word.constant().isPresent()
                        || (!bare && !word.splits() && word.prefix().indexOf('=') > 0);
        if (!known || !matcher.matches() || (bare && matcher.group(4) != null)) {
            trouble("`%s` of %s may set any variable", word);
            return;
        }
        Word value =
                bare || matcher.group(4) == null
                        ? Word.unknown(word.display())
                        : value(word, word.prefix().indexOf('=') + 1);
        targets.add(
                new Target(
                        place,
                        new Assignment(matcher.group(1), value, exported),
                        bare || matcher.group(4) != null));
    }

    /// What stands behind the sign.
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

    private void trouble(String format, Word word) {
        trouble = trouble.or(() -> Optional.of(format.formatted(word.display(), builtin)));
    }
}
