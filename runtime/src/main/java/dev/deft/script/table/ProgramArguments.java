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

/// The words of a command told apart as its program does it: options, their values, operands,
/// sub-commands, and where a command that it runs begins.
public final class ProgramArguments {

    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");

    private final CommandTable table;
    private final List<Word> words;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Word> operands = new ArrayList<>();
    private final List<Word> scripts = new ArrayList<>();
    private final List<Assignment> assignments = new ArrayList<>();
    private final Map<String, List<Word>> given = new HashMap<>();
    private String path;
    private ProgramUsage usage;
    private boolean ended;
    private boolean queried;
    private boolean stopped;
    private int before;
    private int at = 1;

    /// Something to be asked about.
    ///
    /// @param lost whether the words behind it can no longer be told apart
    /// @param goal whether it is one more goal beside the one that names what is done
    record Problem(int word, String why, boolean lost, boolean goal) {}

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

    /// What was called in the end: the sub-command, where there is one.
    public ProgramUsage usage() {
        return usage;
    }

    List<Problem> problems() {
        return problems;
    }

    /// Whether every word could be told apart from the others.
    public boolean understood() {
        return problems.stream().noneMatch(Problem::lost);
    }

    /// Whether it only tells something.
    public boolean queried() {
        return queried;
    }

    /// The command it runs, or what is left where the first operand ends the options.
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
        return List.of(names).stream().anyMatch(given::containsKey);
    }

    /// The values given to any of these options.
    public List<Word> values(String... names) {
        List<Word> found = new ArrayList<>();
        for (String name : names) {
            found.addAll(given.getOrDefault(name, List.of()));
        }
        return found;
    }

    private void read() {
        before = usage.before();
        if (usage.oldStyle() && words.size() > 1) {
            oldStyle();
        }
        while (at < words.size() && !stopped) {
            Word word = words.get(at);
            Optional<String> text = word.constant();
            if (text.isEmpty()) {
                unknown(word);
            } else if (!ended && text.get().equals("--") && usage.option("--").isEmpty()) {
                ended = usage.ends();
                at++;
            } else if (!ended && isOption(text.get())) {
                option(word, text.get(), true);
            } else {
                operand(word);
            }
        }
    }

    private boolean isOption(String text) {
        return (text.length() > 1 && text.startsWith("-")) || usage.option(text).isPresent();
    }

    /// A word that is known only when it runs.
    private void unknown(Word word) {
        if (usage.any() || usage.open()) {
            at++;
        } else if (ended || !word.mayBeOption()) {
            operand(word);
        } else if (!word.splits() && word.prefix().startsWith("-")) {
            option(word, word.prefix(), false);
        } else {
            lost(at++, "`%s` may be an option".formatted(word.display()));
        }
    }

    /// @param whole whether the text is all of the word, or only its beginning
    private void option(Word word, String text, boolean whole) {
        int index = at++;
        Optional<ProgramOption> number =
                whole && text.matches("-[0-9]+") && usage.option(text).isEmpty()
                        ? usage.option("-#")
                        : Optional.empty();
        if (number.isPresent()) {
            found(number.get(), index, Optional.empty());
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
        String spelled = spelled(text);
        Optional<ProgramOption> exact = whole ? usage.option(spelled) : Optional.empty();
        if (exact.isPresent()) {
            found(exact.get(), index, Optional.empty());
            return;
        }
        int equals = spelled.indexOf('=');
        Optional<ProgramOption> option =
                equals < 0 ? Optional.empty() : usage.option(spelled.substring(0, equals));
        if (option.isEmpty()) {
            stranger(equals < 0 ? spelled : spelled.substring(0, equals), index, word);
        } else if (!option.get().takesAttached() && usage.style() != ProgramUsage.Style.NPM) {
            lost(index, "`%s` takes no value".formatted(option.get().name()));
        } else {
            found(option.get(), index, Optional.of(behind(word, text.indexOf('=') + 1)));
        }
    }

    /// npm drops any number of dashes; one letter is a short option.
    private String spelled(String text) {
        if (usage.style() != ProgramUsage.Style.NPM) {
            return text;
        }
        String bare = text.replaceFirst("^-+", "");
        return text.startsWith("-") && !text.startsWith("--") && usage.option(text).isPresent()
                ? text
                : "--" + bare;
    }

    private void stranger(String name, int index, Word word) {
        boolean passed = usage.passes() && word.constant().isPresent();
        if (usage.open() || usage.any() || passed) {
            return;
        }
        Optional<String> meant = name.length() > 2 ? usage.meant(name) : Optional.empty();
        lost(
                index,
                word.constant().isEmpty() && meant.isEmpty()
                        ? "`%s` may be any option".formatted(word.display())
                        : meant.map(it -> "`%s` may be short for `%s`".formatted(name, it))
                                .orElse("`%s` is not a known option".formatted(name)));
    }

    private void bundle(Word word, String text, boolean whole, int index, int from) {
        Optional<ProgramOption> whatever = whole ? usage.option(text) : Optional.empty();
        if (whatever.isPresent()) {
            found(whatever.get(), index, Optional.empty());
            return;
        }
        for (int i = from; i < text.length(); i++) {
            Optional<ProgramOption> option = usage.option("-" + text.charAt(i));
            if (option.isEmpty()) {
                stranger(text.length() == 2 ? text : "-" + text.charAt(i), index, word);
                return;
            }
            boolean last = i + 1 == text.length() && whole;
            if (option.get().takesAttached() && !last) {
                found(option.get(), index, Optional.of(behind(word, i + 1)));
                return;
            }
            found(option.get(), index, Optional.empty());
        }
        if (!whole) {
            lost(index, "`%s` may be any option".formatted(word.display()));
        }
    }

    /// What stands in a word behind its first characters, all of which are known.
    private static Word behind(Word word, int from) {
        Optional<String> text = word.constant();
        return text.isPresent()
                ? Word.of(text.get().substring(from))
                : Word.unknown(word.display().substring(from));
    }

    /// `tar xf a`: letters without a dash, their values in the words behind.
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
                stranger(letter, 1, word);
                return;
            }
            found(option.get(), 1, Optional.empty());
        }
    }

    private void found(ProgramOption option, int index, Optional<Word> attached) {
        ProgramOption.Effect effect = option.effect();
        if (effect.asks()) {
            ask(index, "`%s` %s".formatted(option.name(), effect.reason()));
        }
        if (usage.style() == ProgramUsage.Style.NPM && takenBack(option, attached)) {
            ask(index, "`%s` is taken back".formatted(option.name()));
        }
        queried |= effect == ProgramOption.Effect.QUERY;
        given.computeIfAbsent(option.name(), _ -> new ArrayList<>());
        attached.ifPresent(it -> value(option, index, it));
        if (attached.isEmpty()) {
            switch (option.form()) {
                case OPTIONAL -> {}
                case ATTACHED -> lost(index, "`%s` lacks its value".formatted(option.name()));
                case UNTIL -> until();
                case USUAL, LAST -> take(option, index);
            }
        }
        if (option.form() == ProgramOption.Form.LAST) {
            last(option);
        }
    }

    /// npm takes `--ignore-scripts=false` and `--ignore-scripts false` for the opposite.
    private boolean takenBack(ProgramOption option, Optional<Word> attached) {
        if (option.takesAttached()) {
            return false;
        }
        return attached.map(it -> !it.is("true"))
                .orElseGet(() -> at < words.size() && words.get(at).mayBe("false"));
    }

    private void take(ProgramOption option, int index) {
        for (int i = 0; i < option.values() && at < words.size(); i++) {
            Word word = words.get(at);
            if (usage.style() == ProgramUsage.Style.NPM && word.prefix().startsWith("-")) {
                return;
            }
            if (word.splits()) {
                lost(at, "`%s` may become several words".formatted(word.display()));
            }
            doubtful(option, word);
            value(option, index, word);
            at++;
        }
    }

    /// Versions of a program differ about what takes a value: one that would do more as an option
    /// is asked about.
    private void doubtful(ProgramOption option, Word word) {
        if (!word.prefix().startsWith("-") || option.effect() == ProgramOption.Effect.SCRIPT) {
            return;
        }
        String text = word.prefix();
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        usage.option(name)
                .filter(it -> it.effect().asks())
                .ifPresent(it -> ask(at, "`%s` %s".formatted(it.name(), it.effect().reason())));
    }

    private void value(ProgramOption option, int index, Word value) {
        given.computeIfAbsent(option.name(), _ -> new ArrayList<>()).add(value);
        if (option.effect() == ProgramOption.Effect.SCRIPT) {
            scripts.add(value);
        }
        if (option.allowed()
                .filter(it -> value.constant().filter(v -> it.matcher(v).matches()).isEmpty())
                .isPresent()) {
            ask(index, "`%s` with this value is not known to be harmless".formatted(option.name()));
        }
    }

    private void until() {
        while (at < words.size()
                && !words.get(at).is(";")
                && !(words.get(at).is("+") && words.get(at - 1).is("{}"))) {
            if (words.get(at).splits()) {
                lost(at, "`%s` may become several words".formatted(words.get(at).display()));
            }
            at++;
        }
        at++;
    }

    private void last(ProgramOption option) {
        List<Word> named = given.getOrDefault(option.name(), List.of());
        if (option.name().equals(usage.module()) && !named.isEmpty()) {
            handOver(named.getLast());
        } else {
            stopped = true;
        }
    }

    private void operand(Word word) {
        if (isSub(word)) {
            sub(word);
        } else if (usage.handsOver()) {
            at++;
            handOver(word);
        } else if (usage.assigns()
                && ASSIGNMENT.matcher(word.prefix()).matches()
                && !word.splits()) {
            assign(word);
        } else if (before > 0) {
            before--;
            if (word.splits()) {
                lost(at, "`%s` may become several words".formatted(word.display()));
            } else if (!word.constant().map(usage::takes).orElse(true)) {
                lost(at, "`%s` may be a command".formatted(word.display()));
            }
            at++;
        } else if (usage.stops() && usage.most() == Integer.MAX_VALUE) {
            stopped = true;
        } else {
            ended |= usage.stops();
            plain(word);
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

    private boolean isSub(Word word) {
        if (!operands.isEmpty() || !table.branches(path)) {
            return false;
        }
        Optional<String> name = word.constant();
        return !usage.loose()
                || name.isEmpty()
                || table.section(path + " " + name.get()).isPresent();
    }

    /// A sub-command; what is not listed may be an alias, or a program of that name.
    private void sub(Word word) {
        Optional<String> name = word.constant();
        if (name.isEmpty()) {
            lost(at++, "`%s` may be any sub-command".formatted(word.display()));
            operands.add(word);
            return;
        }
        Optional<ProgramUsage> sub = table.section(path + " " + name.get());
        int index = at++;
        if (sub.isEmpty()) {
            ask(index, "`%s %s` is not known".formatted(path, name.get()));
            operands.add(word);
            usage = usage.everywhere() ? usage : ProgramUsage.UNKNOWN;
            return;
        }
        path = path + " " + name.get();
        usage = sub.get();
        before = usage.before();
        ended = false;
        usage.itself().ifPresent(it -> ask(index, "`%s` %s".formatted(path, it.reason())));
    }

    private void handOver(Word word) {
        Optional<String> name = word.constant();
        if (name.isEmpty()) {
            lost(at - 1, "`%s` may be any program".formatted(word.display()));
            stopped = true;
            return;
        }
        path = table.canonical(name.get());
        usage = table.usage(path);
        ended = false;
        stopped = usage.open();
    }

    private void plain(Word word) {
        int index = at++;
        operands.add(word);
        Optional<String> text = word.constant();
        if (usage.most() < operands.size() || (usage.most() < Integer.MAX_VALUE && word.splits())) {
            ask(index, "`%s` may be written".formatted(word.display()));
        } else if (!text.map(usage::takes).orElse(usage.takes("\0"))) {
            ask(index, "`%s` is not known to be harmless".formatted(word.display()));
        } else if (!usage.goals().isEmpty()
                && (operands.size() > 1 || text.isEmpty())
                && text.filter(usage.goals()::contains).isEmpty()) {
            problems.add(
                    new Problem(
                            index,
                            "`%s` is one more thing to do".formatted(word.display()),
                            false,
                            text.isPresent()));
        }
    }

    private void ask(int word, String why) {
        problems.add(new Problem(word, why, false, false));
    }

    private void lost(int word, String why) {
        problems.add(new Problem(word, why, true, false));
    }
}
