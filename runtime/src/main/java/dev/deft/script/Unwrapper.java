package dev.deft.script;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.Redirection;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.CommandTable;
import dev.deft.script.table.ProgramArguments;
import dev.deft.script.table.ProgramUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Finds the commands that wrappers such as `timeout`, `find` or `bash -c` run.
final class Unwrapper {

    /// A keyword of bash that the grammar takes for a program: in `time ! a`, it does not see that
    /// `!` is another one.
    private static final String TIME = "time";

    private final ScriptFindings findings;
    private final CommandTable table;

    Unwrapper(ScriptFindings findings, CommandTable table) {
        this.findings = findings;
        this.table = table;
    }

    void unwrap(SimpleCommand command, int level) {
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            findings.add(command);
            return;
        }
        Builtins.check(program.get(), command, findings);
        ProgramArguments arguments = ProgramArguments.of(table, command);
        ProgramUsage usage = arguments.usage();
        boolean transparent = usage.transparent() && isPlainName(command);
        findings.add(transparent ? command.as(SimpleCommand.Kind.WRAPPER) : command);
        if (usage.wrap().isEmpty() || arguments.isQuery()) {
            return;
        }
        if (level >= ScriptFindings.MAX_DEPTH) {
            findings.nestedTooDeep();
            return;
        }
        var call = new Call(command, arguments, program.get(), level);
        switch (usage.wrap()) {
            case "shell" -> shell(call);
            case "eval" -> eval(call);
            case "trap" -> trap(call);
            case "find" -> find(call);
            case "source" -> source(call);
            case "callback" -> callback(call);
            default -> options(call);
        }
    }

    /// A wrapper given by path may be any program.
    private static boolean isPlainName(SimpleCommand command) {
        return !command.words().getFirst().display().contains("/");
    }

    private record Call(
            SimpleCommand command, ProgramArguments arguments, String program, int level) {

        List<Word> words() {
            return command.words();
        }
    }

    private void options(Call call) {
        ProgramArguments options = call.arguments();
        String wrap = options.usage().wrap();
        options.scripts().forEach(it -> scriptOf(it, call));
        if (!options.understood()) {
            findings.add(SimpleCommand.unknown(call.command().display()));
            return;
        }
        if (!options.scripts().isEmpty()) {
            return;
        }
        if (options.rest().isEmpty()) {
            if (wrap.equals("demands")) {
                findings.add(SimpleCommand.unknown(call.command().display()));
            }
            return;
        }
        if (options.rest().stream().limit(1).anyMatch(Word::splits)) {
            findings.add(SimpleCommand.unknown(call.command().display()));
            return;
        }
        List<Assignment> assignments = options.assignments();
        switch (wrap) {
            case "joined" -> joined(options.rest(), call);
            case "appended" -> appended(options, call);
            case "parallel" -> parallel(options.rest(), call);
            default -> unwrap(inner(begun(options.rest(), call), assignments), call.level() + 1);
        }
    }

    /// The words of a wrapped command. Behind `time` there may be keywords before it.
    private List<Word> begun(List<Word> words, Call call) {
        int at = 0;
        while (call.program().equals(TIME)
                && at < words.size()
                && CommandReader.isKeyword(words.get(at).display())) {
            findings.doubtKeyword(words.get(at).display());
            at++;
        }
        return words.subList(at, words.size());
    }

    private static SimpleCommand inner(List<Word> words, List<Assignment> assignments) {
        return new SimpleCommand(SimpleCommand.Kind.PLAIN, words, List.of(), assignments);
    }

    /// A shell joins these words to a script.
    private void joined(List<Word> words, Call call) {
        Optional<String> script = constant(words);
        if (script.isPresent()) {
            findings.readSubprocessScript(script.get(), call.level() + 1);
        } else {
            findings.add(SimpleCommand.unknown(call.command().display()));
        }
    }

    private static Optional<String> constant(List<Word> words) {
        return words.stream().allMatch(it -> it.constant().isPresent())
                ? Optional.of(words.stream().map(Word::display).collect(Collectors.joining(" ")))
                : Optional.empty();
    }

    /// `xargs` ignores `-I` if `-n` or `-L` follows it.
    private void appended(ProgramArguments options, Call call) {
        List<Word> words = new ArrayList<>();
        List<String> placeholders = new ArrayList<>();
        options.values("-I", "-i", "--replace", "-J").forEach(it -> placeholders.add(it.display()));
        if (options.has("-i", "--replace") && options.values("-i", "--replace").isEmpty()) {
            placeholders.add("{}");
        }
        for (Word word : options.rest()) {
            boolean replaced = placeholders.stream().anyMatch(it -> word.display().contains(it));
            words.add(replaced ? Word.anything(word.display()) : word);
        }
        boolean ignoresReplace = options.has("-n", "--max-args", "-L", "-l", "--max-lines");
        if (placeholders.isEmpty() || ignoresReplace) {
            words.add(Word.anything("…"));
        }
        unwrap(inner(words, List.of()), call.level() + 1);
    }

    private void parallel(List<Word> words, Call call) {
        List<Word> command = new ArrayList<>();
        for (Word word : words) {
            if (word.display().startsWith(":::")) {
                break;
            }
            command.add(word);
        }
        Optional<String> script = constant(command);
        if (command.isEmpty()
                || script.isEmpty()
                || script.get().contains("{")
                || script.get().matches("(?s).*[;|&<>$`()\n'\"\\\\].*")) {
            findings.add(SimpleCommand.unknown(call.command().display()));
            return;
        }
        command.add(Word.anything("…"));
        unwrap(inner(command, List.of()), call.level() + 1);
    }

    private void shell(Call call) {
        List<Word> words = call.words();
        boolean runsScript = false;
        int at = 1;
        while (at < words.size()) {
            Optional<String> word = words.get(at).constant();
            if (word.isEmpty() && words.get(at).mayBeOption()) {
                findings.add(SimpleCommand.unknown(call.command().display()));
                return;
            }
            String text = word.orElse("");
            if (text.equals("--") || text.equals("-")) {
                at++;
                break;
            }
            if (!text.matches("(?s)[-+].+")) {
                break;
            }
            if (text.startsWith("--")) {
                at += text.matches("--(rcfile|init-file)") ? 2 : 1;
            } else {
                runsScript |= text.contains("c");
                at += 1 + (int) text.chars().filter(it -> it == 'o' || it == 'O').count();
            }
        }
        if (at < words.size()) {
            Optional<String> file = words.get(at).constant();
            if (runsScript) {
                scriptOf(words.get(at), call);
            } else if (file.filter(it -> !it.matches("/(dev|proc)/.*")).isEmpty()) {
                findings.add(SimpleCommand.unknown(call.command().display()));
            }
        } else {
            input(call);
        }
    }

    /// A shell without a script runs its standard input.
    private void input(Call call) {
        List<Redirection> texts =
                call.command().redirections().stream()
                        .filter(it -> it.kind() == Redirection.Kind.TEXT)
                        .toList();
        if (texts.isEmpty()) {
            findings.add(SimpleCommand.unknown("the input of " + call.program()));
        } else {
            scriptOf(texts.getLast().target(), call);
        }
    }

    private void scriptOf(Word word, Call call) {
        Optional<String> script = word.constant();
        if (script.isPresent()) {
            findings.readSubprocessScript(script.get(), call.level() + 1);
        } else {
            findings.add(SimpleCommand.unknown(call.command().display()));
        }
    }

    private void eval(Call call) {
        List<Word> words = call.words().subList(1, call.words().size());
        if (!words.isEmpty() && words.getFirst().is("--")) {
            words = words.subList(1, words.size());
        }
        Optional<String> script = constant(words);
        if (script.isPresent()) {
            findings.readScript(script.get(), call.level() + 1);
        } else {
            findings.add(SimpleCommand.unknown(call.command().display()));
        }
    }

    private void trap(Call call) {
        List<Word> words = new ArrayList<>(call.words().subList(1, call.words().size()));
        if (!words.isEmpty() && words.getFirst().is("--")) {
            words.removeFirst();
        }
        if (words.isEmpty()
                || words.getFirst().constant().filter(it -> it.matches("-[lp]?|")).isPresent()) {
            return;
        }
        eval(
                new Call(
                        SimpleCommand.of(List.of(Word.of("trap"), words.getFirst())),
                        call.arguments(),
                        call.program(),
                        call.level()));
    }

    /// Rules can decide about a file, but not about a pipe.
    private void source(Call call) {
        boolean file =
                call.words().size() > 1
                        && call.words()
                                .get(1)
                                .constant()
                                .filter(it -> !it.matches("(?s)/(dev|proc)/.*|-.*"))
                                .isPresent();
        if (!file) {
            findings.add(SimpleCommand.unknown("the input of " + call.program()));
        }
    }

    private void callback(Call call) {
        boolean calls =
                call.words().stream()
                        .skip(1)
                        .anyMatch(it ->
                                it.mayBeOption()
                                        && (it.constant().isEmpty() || it.display().contains("C")));
        if (calls) {
            findings.add(SimpleCommand.unknown(call.command().display()));
        }
    }

    private void find(Call call) {
        List<Word> words = call.words();
        for (int i = 1; i < words.size(); i++) {
            boolean runs =
                    words.get(i)
                            .constant()
                            .filter(it -> it.matches("-(exec|execdir|ok|okdir)"))
                            .isPresent();
            if (words.get(i).constant().isEmpty() && words.get(i).mayBeOption()) {
                findings.add(SimpleCommand.unknown(words.get(i).display() + " of find"));
            }
            if (!runs) {
                continue;
            }
            List<Word> inner = new ArrayList<>();
            int at = i + 1;
            while (at < words.size()
                    && !words.get(at).is(";")
                    && !(words.get(at).is("+") && words.get(at - 1).is("{}"))) {
                Word word = words.get(at++);
                inner.add(word.display().contains("{}") ? Word.anything(word.display()) : word);
            }
            if (inner.isEmpty()) {
                findings.doubt("find -exec without a command is not understood");
            } else {
                unwrap(inner(inner, List.of()), call.level() + 1);
            }
            i = at;
        }
    }
}
