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

/// The options and operands of a program or sub-command: a section of its table.
///
/// Filled while the table is parsed, then not changed.
public final class ProgramUsage {

    /// The syntax of options.
    enum Style {
        /// Short options bundled, values attached or in the next word, also after operands.
        GNU,
        /// Like GNU, but the first operand ends the options.
        POSIX,
        /// Each option is one word, with its value after `=` or in the next word.
        EXACT,
        /// Like EXACT, with any number of dashes.
        NPM
    }

    private static final Set<String> EFFECTS =
            Set.of(
                    "plain",
                    "writes",
                    "runs",
                    "connects",
                    "configures",
                    "changes",
                    "unknown",
                    "script",
                    "query");

    /// A program without a table.
    static final ProgramUsage UNKNOWN = unknown();

    private final String name;
    private final Map<String, ProgramOption> options = new HashMap<>();
    private final List<ProgramOption> prefixes = new ArrayList<>();
    private final Set<String> goals = new HashSet<>();
    private final Set<String> switches = new HashSet<>();
    private Optional<Style> style = Optional.empty();
    private Optional<ProgramOption.Effect> effect = Optional.empty();
    private Optional<Pattern> operand = Optional.empty();
    private int maxOperands = Integer.MAX_VALUE;
    private String wrap = "";
    private String language = "";
    private String module = "";
    private int leading;
    private int depth;
    private Optional<ProgramUsage> parent = Optional.empty();

    ProgramUsage(String name) {
        this.name = name;
    }

    private static ProgramUsage unknown() {
        var unknown = new ProgramUsage("");
        unknown.add(List.of("open-options"));
        return unknown;
    }

    /// Adds a line of the table: a key and its values.
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
            case "effect" -> effect = Optional.of(effect(rest.getFirst()));
            case "operands" -> operands(rest.getFirst());
            case "goals" -> goals.addAll(rest);
            case "wraps" -> wrap = rest.getFirst();
            case "leading" -> leading = Integer.parseInt(rest.getFirst());
            case "language" -> language = rest.getFirst();
            case "name-words" -> depth = Integer.parseInt(rest.getFirst()) - 1;
            case "module" -> module = rest.getFirst();
            case "harmless",
                    "open-options",
                    "global-options",
                    "no-double-dash",
                    "old-style",
                    "transparent",
                    "assigns",
                    "delegates",
                    "stop-at-operand",
                    "optional-subcommand",
                    "passes-unknown" ->
                    switches.add(key);
            default -> throw new IllegalStateException("%s: %s".formatted(name, words));
        }
    }

    private static ProgramOption.Effect effect(String key) {
        return ProgramOption.Effect.valueOf(key.toUpperCase(Locale.ROOT));
    }

    private void put(ProgramOption option) {
        if (option.name().endsWith("*")) {
            prefixes.add(option);
        } else {
            options.put(option.name(), option);
        }
    }

    private void operands(String text) {
        if (text.startsWith("{")) {
            operand = Optional.of(Pattern.compile(text.substring(1, text.length() - 1)));
        } else {
            maxOperands = Integer.parseInt(text);
        }
    }

    /// Includes the options of another section; its own come first.
    void include(ProgramUsage other) {
        for (Map.Entry<String, ProgramOption> it : other.options.entrySet()) {
            options.putIfAbsent(it.getKey(), it.getValue());
        }
        prefixes.addAll(other.prefixes);
    }

    /// Sets the parent command, if its options are valid here too.
    void inherit(ProgramUsage main) {
        if (main.globalOptions()) {
            this.parent = Optional.of(main);
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
        for (ProgramOption option : prefixes) {
            if (spelled.startsWith(option.name().substring(0, option.name().length() - 1))) {
                return Optional.of(option);
            }
        }
        return parent.flatMap(it -> it.option(spelled));
    }

    /// The first option with this prefix, for a message.
    Optional<String> completion(String beginning) {
        return options.keySet().stream()
                .filter(it -> it.startsWith(beginning))
                .sorted()
                .findFirst();
    }

    Set<String> names() {
        return options.keySet();
    }

    /// Why the sub-command itself needs permission.
    Optional<ProgramOption.Effect> effect() {
        return effect;
    }

    /// How it runs another command, or empty.
    public String wrap() {
        return wrap;
    }

    /// The language of its script argument, or empty.
    String language() {
        return language;
    }

    /// The option whose value names a program that gets the remaining words, or empty.
    String module() {
        return module;
    }

    /// Whether its first operand names a program that gets the remaining words.
    boolean delegates() {
        return is("delegates");
    }

    /// Whether it only runs the other command.
    public boolean transparent() {
        return is("transparent");
    }

    /// Whether `NAME=value` may precede the other command.
    boolean assigns() {
        return is("assigns");
    }

    /// Whether it is harmless with any arguments.
    boolean harmless() {
        return is("harmless");
    }

    /// Whether its options are unknown, so that a rule that ends in `*` covers them all.
    public boolean openOptions() {
        return is("open-options");
    }

    /// Whether its options are valid after sub-commands too.
    boolean globalOptions() {
        return is("global-options");
    }

    /// Whether `--` ends the options.
    boolean endsAtDashes() {
        return !is("no-double-dash");
    }

    /// Whether its first word is a bundle of options without a dash.
    boolean oldStyle() {
        return is("old-style");
    }

    /// Whether the first operand ends the options.
    boolean stopsAtOperand() {
        return style() == Style.POSIX || is("stop-at-operand");
    }

    /// Whether an operand may be something else than a sub-command.
    boolean optionalSubcommand() {
        return is("optional-subcommand");
    }

    /// Whether it passes unknown options to the script it runs.
    boolean passesUnknown() {
        return is("passes-unknown");
    }

    /// How many operands precede the other command.
    int leading() {
        return leading;
    }

    /// How many words after the first are part of the name.
    int depth() {
        return depth;
    }

    /// How many operands it reads; it writes the others.
    int maxOperands() {
        return maxOperands;
    }

    boolean accepts(String word) {
        return operand.filter(it -> !it.matcher(word).matches()).isEmpty();
    }

    /// Goals of a build tool that may be combined with others.
    Set<String> goals() {
        return goals;
    }
}
