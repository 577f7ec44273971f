package dev.deft.script.table;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses the words of a command as its program does: options, values, operands, sub-commands, and
/// the command that it runs.
public final class ProgramArguments {

    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");

    private final CommandTable table;
    private final List<Word> words;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Word> operands = new ArrayList<>();
    private final List<Word> scripts = new ArrayList<>();
    private final List<Assignment> assignments = new ArrayList<>();
    private final Map<String, List<Word>> values = new HashMap<>();
    private String path;
    private ProgramUsage usage;
    private boolean optionsEnded;
    private boolean isQuery;
    private boolean stopped;
    private int leadingLeft;
    private int at = 1;

    /// Something that needs permission.
    ///
    /// @param ambiguous whether the meaning of later words is no longer certain
    /// @param goal whether it is a further goal of a build tool
    record Problem(int word, String reason, boolean ambiguous, boolean goal) {}

    private ProgramArguments(CommandTable table, List<Word> words, String program) {
        this.table = table;
        this.words = words;
        this.path = table.canonical(program);
        this.usage = table.usage(path);
    }

    public static ProgramArguments of(CommandTable table, SimpleCommand command) {
        var arguments = new ProgramArguments(table, command.words(), command.program().orElse(""));
        arguments.read();
        return arguments;
    }

    /// The usage of the program, or of its sub-command if there is one.
    public ProgramUsage usage() {
        return usage;
    }

    List<Problem> problems() {
        return problems;
    }

    /// Whether the meaning of every word is certain.
    public boolean understood() {
        return problems.stream().noneMatch(Problem::ambiguous);
    }

    /// Whether it only prints information.
    public boolean isQuery() {
        return isQuery;
    }

    /// The words after the options: the command that it runs.
    public List<Word> rest() {
        return words.subList(Math.min(at, words.size()), words.size());
    }

    List<Word> operands() {
        return operands;
    }

    public List<Word> scripts() {
        return scripts;
    }

    public List<Assignment> assignments() {
        return assignments;
    }

    public boolean has(String... names) {
        return List.of(names).stream().anyMatch(values::containsKey);
    }

    /// The values given to any of these options.
    public List<Word> values(String... names) {
        List<Word> found = new ArrayList<>();
        for (String name : names) {
            found.addAll(values.getOrDefault(name, List.of()));
        }
        return found;
    }

    private void read() {
        leadingLeft = usage.leading();
        if (usage.oldStyle() && words.size() > 1) {
            oldStyle();
        }
        while (at < words.size() && !stopped) {
            Word word = words.get(at);
            Optional<String> text = word.constant();
            if (text.isEmpty()) {
                unknownWord(word);
            } else if (!optionsEnded && text.get().equals("--") && usage.option("--").isEmpty()) {
                optionsEnded = usage.endsAtDashes();
                at++;
            } else if (!optionsEnded && isOption(text.get())) {
                option(word, text.get(), true);
            } else {
                operand(word);
            }
        }
    }

    private boolean isOption(String text) {
        return (text.length() > 1 && text.startsWith("-")) || usage.option(text).isPresent();
    }

    /// A word that is known only at run time.
    private void unknownWord(Word word) {
        if (usage.harmless() || usage.openOptions()) {
            at++;
        } else if (optionsEnded || !word.mayBeOption()) {
            operand(word);
        } else if (!word.splits() && word.prefix().startsWith("-")) {
            option(word, word.prefix(), false);
        } else {
            ambiguous(at++, "`%s` may be an option".formatted(word.display()));
        }
    }

    /// @param whole whether the text is the whole word, or only its beginning
    private void option(Word word, String text, boolean whole) {
        int index = at++;
        Optional<ProgramOption> number =
                whole && text.matches("-[0-9]+") && usage.option(text).isEmpty()
                        ? usage.option("-#")
                        : Optional.empty();
        if (number.isPresent()) {
            addOption(number.get(), index, Optional.empty());
            return;
        }
        boolean bundle =
                (usage.style() == ProgramUsage.Style.GNU
                                || usage.style() == ProgramUsage.Style.POSIX)
                        && !text.startsWith("--");
        if (bundle) {
            bundle(word, text, whole, index, 1);
        } else {
            named(word, text, whole, index);
        }
    }

    private void named(Word word, String text, boolean whole, int index) {
        String spelled = normalized(text);
        Optional<ProgramOption> exact = whole ? usage.option(spelled) : Optional.empty();
        if (exact.isPresent()) {
            addOption(exact.get(), index, Optional.empty());
            return;
        }
        int equals = spelled.indexOf('=');
        Optional<ProgramOption> option =
                equals < 0 ? Optional.empty() : usage.option(spelled.substring(0, equals));
        if (option.isEmpty()) {
            unknownOption(equals < 0 ? spelled : spelled.substring(0, equals), index, word);
        } else if (!option.get().takesAttached() && usage.style() != ProgramUsage.Style.NPM) {
            ambiguous(index, "`%s` takes no value".formatted(option.get().name()));
        } else {
            addOption(option.get(), index, Optional.of(suffix(word, text.indexOf('=') + 1)));
        }
    }

    /// npm accepts any number of dashes; one letter is a short option.
    private String normalized(String text) {
        if (usage.style() != ProgramUsage.Style.NPM) {
            return text;
        }
        String bare = text.replaceFirst("^-+", "");
        return text.startsWith("-") && !text.startsWith("--") && usage.option(text).isPresent()
                ? text
                : "--" + bare;
    }

    private void unknownOption(String name, int index, Word word) {
        boolean passed = usage.passesUnknown() && word.constant().isPresent();
        if (usage.openOptions() || usage.harmless() || passed) {
            return;
        }
        Optional<String> completion = name.length() > 2 ? usage.completion(name) : Optional.empty();
        ambiguous(
                index,
                word.constant().isEmpty() && completion.isEmpty()
                        ? "`%s` may be any option".formatted(word.display())
                        : completion
                                .map(it -> "`%s` may be short for `%s`".formatted(name, it))
                                .orElse("`%s` is not a known option".formatted(name)));
    }

    private void bundle(Word word, String text, boolean whole, int index, int from) {
        Optional<ProgramOption> exact = whole ? usage.option(text) : Optional.empty();
        if (exact.isPresent()) {
            addOption(exact.get(), index, Optional.empty());
            return;
        }
        for (int i = from; i < text.length(); i++) {
            Optional<ProgramOption> option = usage.option("-" + text.charAt(i));
            if (option.isEmpty()) {
                unknownOption(text.length() == 2 ? text : "-" + text.charAt(i), index, word);
                return;
            }
            boolean last = i + 1 == text.length() && whole;
            if (option.get().takesAttached() && !last) {
                addOption(option.get(), index, Optional.of(suffix(word, i + 1)));
                return;
            }
            addOption(option.get(), index, Optional.empty());
        }
        if (!whole) {
            ambiguous(index, "`%s` may be any option".formatted(word.display()));
        }
    }

    /// The rest of a word after its first characters, which are all known.
    private static Word suffix(Word word, int from) {
        Optional<String> text = word.constant();
        return text.isPresent()
                ? Word.of(text.get().substring(from))
                : Word.unknown(word.display().substring(from));
    }

    /// `tar xf a`: letters without a dash; their values are the next words.
    private void oldStyle() {
        Word word = words.get(1);
        Optional<String> text = word.constant();
        if (text.filter(it -> !it.startsWith("-")).isEmpty()) {
            return;
        }
        at++;
        for (int i = 0; i < text.get().length(); i++) {
            String letter = "-" + text.get().charAt(i);
            Optional<ProgramOption> option = usage.option(letter);
            if (option.isEmpty()) {
                unknownOption(letter, 1, word);
                return;
            }
            addOption(option.get(), 1, Optional.empty());
        }
    }

    private void addOption(ProgramOption option, int index, Optional<Word> attached) {
        ProgramOption.Effect effect = option.effect();
        if (effect.isDangerous()) {
            report(index, "`%s` %s".formatted(option.name(), effect.reason()));
        }
        if (usage.style() == ProgramUsage.Style.NPM && isNegated(option, attached)) {
            report(index, "`%s` is negated".formatted(option.name()));
        }
        isQuery |= effect == ProgramOption.Effect.QUERY;
        values.computeIfAbsent(option.name(), _ -> new ArrayList<>());
        attached.ifPresent(it -> value(option, index, it));
        if (attached.isEmpty()) {
            switch (option.form()) {
                case OPTIONAL -> {}
                case ATTACHED -> ambiguous(index, "`%s` has no value".formatted(option.name()));
                case UNTIL -> until();
                case FIXED, LAST -> takeValues(option, index);
            }
        }
        if (option.form() == ProgramOption.Form.LAST) {
            last(option);
        }
    }

    /// To npm `--ignore-scripts=false` and `--ignore-scripts false` mean the opposite.
    private boolean isNegated(ProgramOption option, Optional<Word> attached) {
        if (option.takesAttached()) {
            return false;
        }
        return attached.map(it -> !it.is("true"))
                .orElseGet(() -> at < words.size() && words.get(at).mayBe("false"));
    }

    private void takeValues(ProgramOption option, int index) {
        for (int i = 0; i < option.values() && at < words.size(); i++) {
            Word word = words.get(at);
            if (usage.style() == ProgramUsage.Style.NPM && word.prefix().startsWith("-")) {
                return;
            }
            if (word.splits()) {
                ambiguous(at, "`%s` may become several words".formatted(word.display()));
            }
            checkOptionLike(option, word);
            value(option, index, word);
            at++;
        }
    }

    /// Versions of a program differ about which options take a value: a value that is a dangerous
    /// option is reported.
    private void checkOptionLike(ProgramOption option, Word word) {
        if (!word.prefix().startsWith("-") || option.effect() == ProgramOption.Effect.SCRIPT) {
            return;
        }
        String text = word.prefix();
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        usage.option(name)
                .filter(it -> it.effect().isDangerous())
                .ifPresent(it -> report(at, "`%s` %s".formatted(it.name(), it.effect().reason())));
    }

    private void value(ProgramOption option, int index, Word value) {
        values.computeIfAbsent(option.name(), _ -> new ArrayList<>()).add(value);
        if (option.effect() == ProgramOption.Effect.SCRIPT) {
            scripts.add(value);
        }
        if (option.allowed()
                .filter(it -> value.constant().filter(v -> it.matcher(v).matches()).isEmpty())
                .isPresent()) {
            report(
                    index,
                    "`%s` with this value is not known to be harmless".formatted(option.name()));
        }
    }

    private void until() {
        while (at < words.size()
                && !words.get(at).is(";")
                && !(words.get(at).is("+") && words.get(at - 1).is("{}"))) {
            if (words.get(at).splits()) {
                ambiguous(at, "`%s` may become several words".formatted(words.get(at).display()));
            }
            at++;
        }
        at++;
    }

    private void last(ProgramOption option) {
        List<Word> named = values.getOrDefault(option.name(), List.of());
        if (option.name().equals(usage.module()) && !named.isEmpty()) {
            delegate(named.getLast());
        } else {
            stopped = true;
        }
    }

    private void operand(Word word) {
        if (isSubcommand(word)) {
            subcommand(word);
        } else if (usage.delegates()) {
            at++;
            delegate(word);
        } else if (usage.assigns()
                && ASSIGNMENT.matcher(word.prefix()).matches()
                && !word.splits()) {
            assign(word);
        } else if (leadingLeft > 0) {
            leadingLeft--;
            if (word.splits()) {
                ambiguous(at, "`%s` may become several words".formatted(word.display()));
            } else if (!word.constant().map(usage::accepts).orElse(true)) {
                ambiguous(at, "`%s` may be a command".formatted(word.display()));
            }
            at++;
        } else if (usage.stopsAtOperand() && usage.maxOperands() == Integer.MAX_VALUE) {
            stopped = true;
        } else {
            optionsEnded |= usage.stopsAtOperand();
            plainOperand(word);
        }
    }

    private void assign(Word word) {
        String name = word.prefix().substring(0, word.prefix().indexOf('='));
        Word value =
                word.constant()
                        .map(it -> Word.of(it.substring(name.length() + 1)))
                        .orElseGet(() -> Word.unknown(word.display()));
        assignments.add(new Assignment(name, value, true));
        at++;
    }

    private boolean isSubcommand(Word word) {
        if (!operands.isEmpty() || !table.hasSubcommands(path)) {
            return false;
        }
        Optional<String> name = word.constant();
        return !usage.optionalSubcommand()
                || name.isEmpty()
                || table.section(path + " " + name.get()).isPresent();
    }

    /// A sub-command that is not in the table may be an alias or a program.
    private void subcommand(Word word) {
        Optional<String> name = word.constant();
        if (name.isEmpty()) {
            ambiguous(at++, "`%s` may be any sub-command".formatted(word.display()));
            operands.add(word);
            return;
        }
        Optional<ProgramUsage> sub = table.section(path + " " + name.get());
        int index = at++;
        if (sub.isEmpty()) {
            report(index, "`%s %s` is not known".formatted(path, name.get()));
            operands.add(word);
            usage = usage.globalOptions() ? usage : ProgramUsage.UNKNOWN;
            return;
        }
        path = path + " " + name.get();
        usage = sub.get();
        leadingLeft = usage.leading();
        optionsEnded = false;
        usage.effect().ifPresent(it -> report(index, "`%s` %s".formatted(path, it.reason())));
    }

    private void delegate(Word word) {
        Optional<String> name = word.constant();
        if (name.isEmpty()) {
            ambiguous(at - 1, "`%s` may be any program".formatted(word.display()));
            stopped = true;
            return;
        }
        path = table.canonical(name.get());
        usage = table.usage(path);
        optionsEnded = false;
        stopped = usage.openOptions();
    }

    private void plainOperand(Word word) {
        int index = at++;
        operands.add(word);
        Optional<String> text = word.constant();
        if (usage.maxOperands() < operands.size()
                || (usage.maxOperands() < Integer.MAX_VALUE && word.splits())) {
            report(index, "`%s` may be written".formatted(word.display()));
        } else if (!text.map(usage::accepts).orElse(usage.accepts("\0"))) {
            report(index, "`%s` is not known to be harmless".formatted(word.display()));
        } else if (!usage.goals().isEmpty()
                && (operands.size() > 1 || text.isEmpty())
                && text.filter(usage.goals()::contains).isEmpty()) {
            problems.add(
                    new Problem(
                            index,
                            "`%s` is a further goal".formatted(word.display()),
                            false,
                            text.isPresent()));
        }
    }

    private void report(int word, String reason) {
        problems.add(new Problem(word, reason, false, false));
    }

    private void ambiguous(int word, String reason) {
        problems.add(new Problem(word, reason, true, false));
    }
}
