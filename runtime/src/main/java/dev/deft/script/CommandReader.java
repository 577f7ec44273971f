package dev.deft.script;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads a command with its words, assignments and redirections.
final class CommandReader {

    /// Words that are keywords in command position; the grammar misses some.
    private static final Set<String> RESERVED =
            Set.of(
                    "{",
                    "}",
                    "!",
                    "[[",
                    "]]",
                    "if",
                    "then",
                    "elif",
                    "else",
                    "fi",
                    "for",
                    "while",
                    "until",
                    "do",
                    "done",
                    "case",
                    "esac",
                    "select",
                    "function",
                    "in",
                    "coproc");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final Pattern DESCRIPTOR = Pattern.compile("(?s)[0-9]+|\\{.*}");

    private final ScriptFindings findings;
    private final ScriptSource source;
    private final Statements statements;
    private final Redirections redirections;

    CommandReader(ScriptFindings findings, ScriptSource source, Statements statements) {
        this.findings = findings;
        this.source = source;
        this.statements = statements;
        this.redirections = new Redirections(findings, source, this, statements);
    }

    /// Whether bash takes the first word of a command for a keyword.
    static boolean isKeyword(String word) {
        return RESERVED.contains(word);
    }

    Word word(SyntaxNode node) {
        if (!source.isWordEnd(node.end())) {
            doubt("where a word ends");
        }
        return word(node.start(), node.end());
    }

    Word word(int from, int to) {
        return new WordReader(findings, source, statements, from, to).word();
    }

    void command(SyntaxNode node, List<SyntaxNode> redirects) {
        if (!source.areOnOneLine(node.children())) {
            doubt("where a command ends");
        }
        List<SyntaxNode> words = new ArrayList<>();
        List<SyntaxNode> leading = new ArrayList<>();
        List<SyntaxNode> all = new ArrayList<>(redirects);
        for (SyntaxNode child : node.children()) {
            switch (child.type()) {
                case "variable_assignment" -> leading.add(child);
                case "file_redirect", "herestring_redirect", "heredoc_redirect" -> all.add(child);
                case "comment" -> doubt("a comment inside a command");
                default -> words.add(child);
            }
        }
        if (words.size() == 1 && isExpression(words.getFirst())) {
            expression(words.getFirst().children().getFirst());
            assignments(leading, all);
            return;
        }
        addCommand(words, leading, all);
    }

    private boolean isExpression(SyntaxNode name) {
        return name.is("command_name")
                && name.children().size() == 1
                && name.children().getFirst().is("arithmetic_expansion")
                && name.text(source.text()).startsWith("((");
    }

    private void expression(SyntaxNode node) {
        new Substitutions(findings, source, statements, true).read(node);
    }

    private void addCommand(
            List<SyntaxNode> nodes, List<SyntaxNode> leading, List<SyntaxNode> redirects) {
        var found = redirections.read(redirects);
        List<SyntaxNode> all = merged(nodes);
        all.addAll(merged(found.words()));
        List<SyntaxNode> inOrder = new ArrayList<>(leading);
        inOrder.addAll(merged(nodes));
        checkSeparate(inOrder);
        if (!nodes.isEmpty() && isKeyword(nodes.getFirst().text(source.text()))) {
            findings.doubtKeyword(nodes.getFirst().text(source.text()));
        }
        List<Assignment> assignments =
                leading.stream()
                        .map(this::assignment)
                        .map(it -> all.isEmpty() ? it : it.asExported())
                        .toList();
        List<Word> words = all.stream().map(this::checkedWord).toList();
        findings.addAndUnwrap(
                new SimpleCommand(
                        SimpleCommand.Kind.PLAIN, words, found.redirections(), assignments),
                statements.level());
    }

    /// Joins words with nothing, or only an escaped newline, between them.
    private List<SyntaxNode> merged(List<SyntaxNode> nodes) {
        List<SyntaxNode> merged = new ArrayList<>();
        for (SyntaxNode node : nodes) {
            if (!merged.isEmpty() && joined(merged.getLast(), node)) {
                merged.add(merged.removeLast().upTo(node));
            } else {
                merged.add(node);
            }
        }
        return merged;
    }

    private boolean joined(SyntaxNode left, SyntaxNode right) {
        return left.end() <= right.start()
                && source.text().substring(left.end(), right.start()).replace("\\\n", "").isEmpty();
    }

    private Word checkedWord(SyntaxNode node) {
        if (node.broken()) {
            doubt("the syntax of a command");
            return Word.anything(node.text(source.text()));
        }
        int end = node.end();
        boolean touchesRedirect =
                end < source.text().length() && "<>".indexOf(source.text().charAt(end)) >= 0;
        if (touchesRedirect && DESCRIPTOR.matcher(node.text(source.text())).matches()) {
            doubt("a descriptor");
        }
        return word(node);
    }

    /// Checks that there are blanks between words; otherwise they are one word to bash.
    void checkSeparate(List<SyntaxNode> words) {
        for (int i = 1; i < words.size(); i++) {
            SyntaxNode left = words.get(i - 1);
            SyntaxNode right = words.get(i);
            boolean redirectBetween =
                    source.text()
                            .substring(left.end(), Math.max(left.end(), right.start()))
                            .matches("(?s).*[<>].*");
            if (!redirectBetween && !source.areSeparate(left.end(), right.start())) {
                doubt("where a word ends");
            }
        }
    }

    void assignments(List<SyntaxNode> nodes, List<SyntaxNode> redirects) {
        if (nodes.stream().anyMatch(it -> !it.is("variable_assignment"))) {
            doubt("an assignment");
            return;
        }
        addCommand(List.of(), nodes, redirects);
    }

    void redirections(List<SyntaxNode> redirects) {
        var found = redirections.read(redirects);
        if (!found.words().isEmpty()) {
            doubt("words after a redirection");
            found.words().forEach(this::word);
        }
        if (!found.redirections().isEmpty()) {
            findings.addAndUnwrap(
                    new SimpleCommand(
                            SimpleCommand.Kind.PLAIN, List.of(), found.redirections(), List.of()),
                    statements.level());
        }
    }

    void setVariable(String name, Word value) {
        findings.addAndUnwrap(
                new SimpleCommand(
                        SimpleCommand.Kind.PLAIN,
                        List.of(),
                        List.of(),
                        List.of(new Assignment(name, value))),
                statements.level());
    }

    /// `export A=1 B`: a command whose words may be assignments.
    void declaration(SyntaxNode node, List<SyntaxNode> redirects) {
        List<SyntaxNode> parts = Statements.parts(node);
        checkSeparate(parts);
        var found = redirections.read(redirects);
        List<Word> words = new ArrayList<>();
        for (SyntaxNode part : parts) {
            if (part.is("variable_assignment")) {
                words.add(joined(assignment(part)));
            } else if (part.broken()) {
                doubt("a declaration");
            } else {
                words.add(word(part));
            }
        }
        found.words().forEach(it -> words.add(word(it)));
        findings.addAndUnwrap(
                new SimpleCommand(SimpleCommand.Kind.PLAIN, words, found.redirections(), List.of()),
                statements.level());
    }

    private static Word joined(Assignment assignment) {
        List<Word.Part> parts = new ArrayList<>();
        parts.add(new Word.Part.Text(assignment.name() + "="));
        parts.addAll(assignment.value().parts());
        return new Word(parts, Word.Count.ONE);
    }

    private Assignment assignment(SyntaxNode node) {
        List<SyntaxNode> parts = Statements.parts(node);
        SyntaxNode target = parts.getFirst();
        Optional<SyntaxNode> sign =
                parts.stream().filter(it -> it.is("=") || it.is("+=")).findFirst();
        String name = name(target);
        if (sign.isEmpty() || !NAME.matcher(name).matches()) {
            doubt("an assignment");
            return new Assignment(name, Word.anything(node.text(source.text())));
        }
        Optional<SyntaxNode> array = parts.stream().filter(it -> it.is("array")).findFirst();
        if (array.isPresent()) {
            array(array.get());
            return new Assignment(name, Word.unknown(array.get().text(source.text())));
        }
        boolean adds = sign.get().is("+=");
        Word value =
                new WordReader(findings, source, statements, sign.get().end(), node.end()).value();
        return new Assignment(name, adds ? Word.unknown(value.display()) : value);
    }

    private String name(SyntaxNode target) {
        if (!target.is("subscript")) {
            return target.text(source.text());
        }
        SyntaxNode name = target.children().getFirst();
        int open = name.end() + 1;
        new Substitutions(findings, source, statements, true)
                .expression(open, Math.max(open, target.end() - 1));
        return name.text(source.text());
    }

    private void array(SyntaxNode array) {
        List<SyntaxNode> items = Statements.parts(array);
        for (int i = 1; i < items.size() - 1; i++) {
            SyntaxNode item = items.get(i);
            if (item.broken()
                    || !source.isBlank(items.get(i - 1).end(), item.start())
                    || (i > 1 && items.get(i - 1).end() == item.start())) {
                doubt("an array");
            }
            if (item.text(source.text()).startsWith("[")) {
                doubt("a subscript in an array");
            }
            word(item);
        }
    }

    /// `[ … ]` and `[[ … ]]` run only the substitutions in them.
    void test(SyntaxNode node) {
        String text = node.text(source.text());
        boolean extended = text.startsWith("[[");
        int open = extended ? 2 : 1;
        if (!text.startsWith("[") || !text.endsWith(extended ? "]]" : "]")) {
            doubt("a test");
            return;
        }
        int from = node.start() + open;
        int to = node.end() - open;
        if (extended) {
            Conditions.check(
                    WordReader.expression(findings, source, statements, from, to), findings);
            return;
        }
        List<Word> words = new ArrayList<>();
        words.add(Word.of("["));
        words.addAll(WordReader.words(findings, source, statements, from, to));
        words.add(Word.of("]"));
        findings.addAndUnwrap(SimpleCommand.of(words), statements.level());
    }

    private void doubt(String what) {
        findings.doubt(what + " is not understood");
    }
}
