package dev.deft.script;

import dev.deft.script.command.Redirection;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads redirections, and words of the command that follow one.
final class Redirections {

    private static final Map<String, Redirection.Kind> KINDS =
            Map.of(
                    "<", Redirection.Kind.READ,
                    ">", Redirection.Kind.WRITE,
                    ">>", Redirection.Kind.APPEND,
                    ">|", Redirection.Kind.CLOBBER,
                    "&>", Redirection.Kind.WRITE,
                    "&>>", Redirection.Kind.APPEND,
                    ">&", Redirection.Kind.WRITE,
                    "<&", Redirection.Kind.READ);

    private final ScriptFindings findings;
    private final ScriptSource source;
    private final CommandReader commands;
    private final Statements statements;

    Redirections(
            ScriptFindings findings,
            ScriptSource source,
            CommandReader commands,
            Statements statements) {
        this.findings = findings;
        this.source = source;
        this.commands = commands;
        this.statements = statements;
    }

    /// The redirections of a command.
    ///
    /// @param words further words of the command
    record Found(List<Redirection> redirections, List<SyntaxNode> words) {}

    Found read(List<SyntaxNode> nodes) {
        var found = new Found(new ArrayList<>(), new ArrayList<>());
        nodes.forEach(it -> read(it, found));
        return found;
    }

    private void read(SyntaxNode node, Found found) {
        if (node.broken()) {
            doubt("a redirection");
            return;
        }
        switch (node.type()) {
            case "file_redirect" -> file(node, found);
            case "herestring_redirect" -> string(node, found);
            case "heredoc_redirect" -> document(node, found);
            default -> doubt("a " + node.type());
        }
    }

    private void file(SyntaxNode node, Found found) {
        List<SyntaxNode> targets = node.children("destination").toList();
        List<SyntaxNode> operators =
                node.children().stream().filter(it -> !it.named() && it.field().isEmpty()).toList();
        if (operators.size() != 1 || !gaps(node)) {
            doubt("a redirection");
            return;
        }
        String operator = operators.getFirst().type();
        if (operator.endsWith("&-")) {
            found.words().addAll(targets);
            return;
        }
        Redirection.Kind kind = KINDS.get(operator);
        if (kind == null || targets.isEmpty() || targets.getFirst().broken()) {
            doubt("a redirection");
            return;
        }
        Word target = commands.word(targets.getFirst());
        commands.checkSeparate(targets);
        boolean duplicates =
                operator.endsWith("&")
                        && target.constant().filter(it -> it.matches("[0-9]*-?")).isPresent();
        found.redirections()
                .add(new Redirection(duplicates ? Redirection.Kind.DUPLICATE : kind, target));
        found.words().addAll(targets.subList(1, targets.size()));
    }

    /// A descriptor must touch its operator, and must not touch the word before it.
    private boolean gaps(SyntaxNode node) {
        int at = node.start();
        if (at > 0
                && node.children().getFirst().is("file_descriptor")
                && " \t\n;&|(){}".indexOf(source.text().charAt(at - 1)) < 0) {
            return false;
        }
        for (SyntaxNode child : node.children()) {
            boolean fits =
                    at == child.start()
                            || (!child.field().equals("descriptor")
                                    && source.areSeparate(at, child.start()));
            if (!fits) {
                return false;
            }
            at = child.end();
        }
        return at == node.end();
    }

    private void string(SyntaxNode node, Found found) {
        List<SyntaxNode> parts = Statements.parts(node);
        SyntaxNode last = parts.getLast();
        if (parts.size() > 3 || last.broken()) {
            doubt("a here-string");
            return;
        }
        found.redirections().add(new Redirection(Redirection.Kind.TEXT, commands.word(last)));
    }

    private void document(SyntaxNode node, Found found) {
        var document = HereDocument.of(node, source.text());
        if (document.isEmpty()) {
            doubt("a here-document");
        }
        document.ifPresent(
                it -> found.redirections().add(new Redirection(Redirection.Kind.TEXT, body(it))));
        for (SyntaxNode child : node.children()) {
            switch (child.type()) {
                case "<<",
                        "<<-",
                        "heredoc_start",
                        "heredoc_body",
                        "heredoc_end",
                        "file_descriptor",
                        "&&",
                        "||" -> {}
                case "file_redirect", "herestring_redirect" -> read(child, found);
                default -> {
                    if (child.field().equals("argument")) {
                        found.words().add(child);
                    } else {
                        statements.continuation(child);
                    }
                }
            }
        }
    }

    private Word body(HereDocument document) {
        Optional<String> removed = source.removedDocument(document.from());
        if (removed.isPresent()) {
            return Word.of(document.plain(removed.get()));
        }
        return document.literal()
                ? Word.of(document.text(source.text()))
                : new WordReader(findings, source, statements, document.from(), document.to())
                        .text();
    }

    private void doubt(String what) {
        findings.doubt(what + " is not understood");
    }
}
