package dev.deft.script.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// How a program, or one of its sub-commands, is called: a section of its table.
///
/// Filled while the table is read, then left alone.
public final class ProgramUsage {

    /// How options are written.
    enum Style {
        /// Short ones bundled, values attached or in the next word, also behind operands.
        GNU,
        /// The same, but the first operand ends them.
        POSIX,
        /// Each is a word of its own, with its value behind `=` or in the next word.
        EXACT,
        /// As npm reads them: any number of dashes in front.
        NPM
    }

    private static final Set<String> EFFECTS =
            Set.of(
                    "plain",
                    "writes",
                    "runs",
                    "connects",
                    "obeys",
                    "changes",
                    "asks",
                    "script",
                    "query");

    /// A program nobody wrote a table for.
    static final ProgramUsage UNKNOWN = unknown();

    private final String name;
    private final Map<String, ProgramOption> options = new HashMap<>();
    private final List<ProgramOption> beginnings = new ArrayList<>();
    private final Set<String> goals = new HashSet<>();
    private final Set<String> switches = new HashSet<>();
    private Optional<Style> style = Optional.empty();
    private Optional<ProgramOption.Effect> itself = Optional.empty();
    private Optional<Pattern> operand = Optional.empty();
    private int most = Integer.MAX_VALUE;
    private String wrap = "";
    private String check = "";
    private String module = "";
    private int before;
    private int depth;
    private Optional<ProgramUsage> main = Optional.empty();

    ProgramUsage(String name) {
        this.name = name;
    }

    private static ProgramUsage unknown() {
        var unknown = new ProgramUsage("");
        unknown.add(List.of("open"));
        return unknown;
    }

    /// One line of the table: a key and what belongs to it.
    void add(List<String> words) {
        String key = words.getFirst();
        List<String> rest = words.subList(1, words.size());
        if (EFFECTS.contains(key)) {
            ProgramOption.Effect effect = effect(key);
            for (String token : rest) {
                put(ProgramOption.parse(token, effect));
            }
            return;
        }
        switch (key) {
            case "style" ->
                    style = Optional.of(Style.valueOf(rest.getFirst().toUpperCase(Locale.ROOT)));
            case "itself" -> itself = Optional.of(effect(rest.getFirst()));
            case "operands" -> operands(rest.getFirst());
            case "goals" -> goals.addAll(rest);
            case "wraps" -> wrap = rest.getFirst();
            case "before" -> before = Integer.parseInt(rest.getFirst());
            case "check" -> check = rest.getFirst();
            case "words" -> depth = Integer.parseInt(rest.getFirst()) - 1;
            case "module" -> module = rest.getFirst();
            case "any",
                    "open",
                    "everywhere",
                    "nodashes",
                    "oldstyle",
                    "aside",
                    "assigns",
                    "hands",
                    "first",
                    "loose",
                    "passes" ->
                    switches.add(key);
            default -> throw new IllegalStateException("%s: %s".formatted(name, words));
        }
    }

    private static ProgramOption.Effect effect(String key) {
        return ProgramOption.Effect.valueOf(key.toUpperCase(Locale.ROOT));
    }

    private void put(ProgramOption option) {
        if (option.name().endsWith("*")) {
            beginnings.add(option);
        } else {
            options.put(option.name(), option);
        }
    }

    private void operands(String text) {
        if (text.startsWith("{")) {
            operand = Optional.of(Pattern.compile(text.substring(1, text.length() - 1)));
        } else {
            most = Integer.parseInt(text);
        }
    }

    /// What another section has is true here too; a line of its own comes before it.
    void like(ProgramUsage other) {
        for (Map.Entry<String, ProgramOption> it : other.options.entrySet()) {
            options.putIfAbsent(it.getKey(), it.getValue());
        }
        beginnings.addAll(other.beginnings);
    }

    /// The command this one is a sub-command of, if its options are understood here too.
    void below(ProgramUsage main) {
        if (main.everywhere()) {
            this.main = Optional.of(main);
            style = style.or(() -> main.style);
        }
    }

    private boolean is(String key) {
        return switches.contains(key);
    }

    String name() {
        return name;
    }

    Style style() {
        return style.orElse(Style.GNU);
    }

    /// The option with exactly this name.
    Optional<ProgramOption> option(String spelled) {
        ProgramOption own = options.get(spelled);
        if (own != null) {
            return Optional.of(own);
        }
        for (ProgramOption option : beginnings) {
            if (spelled.startsWith(option.name().substring(0, option.name().length() - 1))) {
                return Optional.of(option);
            }
        }
        return main.flatMap(it -> it.option(spelled));
    }

    /// The first option that begins so, for a message.
    Optional<String> meant(String beginning) {
        return options.keySet().stream()
                .filter(it -> it.startsWith(beginning))
                .sorted()
                .findFirst();
    }

    Set<String> names() {
        return options.keySet();
    }

    /// Why the sub-command itself is asked about.
    Optional<ProgramOption.Effect> itself() {
        return itself;
    }

    /// How it runs another command, or empty.
    public String wrap() {
        return wrap;
    }

    /// Which language its arguments are in, or empty.
    String check() {
        return check;
    }

    /// The option whose value names a program that gets the rest, or empty.
    String module() {
        return module;
    }

    /// Whether its first operand names a program that gets the rest.
    boolean handsOver() {
        return is("hands");
    }

    /// Whether it does nothing but run the other command.
    public boolean transparent() {
        return is("aside");
    }

    /// Whether `NAME=value` may stand before the other command.
    boolean assigns() {
        return is("assigns");
    }

    /// Whether no word whatever makes more of it.
    boolean any() {
        return is("any");
    }

    /// Whether its options are not known, so that a rule that leaves its words open means them all.
    public boolean open() {
        return is("open");
    }

    /// Whether its options are understood behind its sub-commands too.
    boolean everywhere() {
        return is("everywhere");
    }

    /// Whether `--` ends the options.
    boolean ends() {
        return !is("nodashes");
    }

    /// Whether its first word is a bundle of options without a dash.
    boolean oldStyle() {
        return is("oldstyle");
    }

    /// Whether the first operand ends the options.
    boolean stops() {
        return style() == Style.POSIX || is("first");
    }

    /// Whether an operand that is no sub-command is just an operand.
    boolean loose() {
        return is("loose");
    }

    /// Whether options it does not know go to the script it runs.
    boolean passes() {
        return is("passes");
    }

    /// How many words stand before the other command.
    int before() {
        return before;
    }

    /// How many words after the first name what it does.
    int depth() {
        return depth;
    }

    /// How many operands it only reads.
    int most() {
        return most;
    }

    boolean takes(String word) {
        return operand.filter(it -> !it.matcher(word).matches()).isEmpty();
    }

    /// What its operands name: goals of a build, all of which are listed that may join others.
    Set<String> goals() {
        return goals;
    }
}
