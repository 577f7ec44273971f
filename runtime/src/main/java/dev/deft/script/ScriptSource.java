package dev.deft.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The text of a script with its syntax tree and its substitutions.
final class ScriptSource {

    private static final Set<String> SUBSTITUTIONS =
            Set.of(
                    "command_substitution",
                    "process_substitution",
                    "expansion",
                    "arithmetic_expansion");

    private static final int MAX_LENGTH = 64 * 1024;

    private final String text;
    private final Map<Integer, String> bodies;
    private final SyntaxNode root;
    private final Map<Integer, SyntaxNode> substitutions = new HashMap<>();

    private Optional<SyntaxNode> firstError = Optional.empty();

    /// Parses a script.
    ///
    /// @throws BashGrammar.UnreadableScriptException when it is too long or has control characters
    ScriptSource(String whole) {
        ExtractedDocuments parts =
                whole.length() > MAX_LENGTH
                        ? ExtractedDocuments.of(whole)
                        : new ExtractedDocuments(whole, Map.of());
        this.text = parts.text();
        this.bodies = new HashMap<>(parts.bodies());
        check();
        this.root = BashGrammar.parse(text);
        collect(root);
    }

    private void check() {
        if (text.length() > MAX_LENGTH) {
            throw new BashGrammar.UnreadableScriptException(
                    "it is longer than %d characters without its here-documents"
                            .formatted(MAX_LENGTH));
        }
        if (text.contains("\r\n")) {
            throw new BashGrammar.UnreadableScriptException(
                    "its lines end with CR LF, and to bash the CR is part of each command;"
                            + " send it with LF only");
        }
        if (text.chars().anyMatch(it -> (it < ' ' && it != '\t' && it != '\n') || it == 0x7f)) {
            throw new BashGrammar.UnreadableScriptException("it has control characters");
        }
    }

    /// The here-document that was removed at an offset.
    Optional<String> removedDocument(int from) {
        return Optional.ofNullable(bodies.remove(from));
    }

    /// Whether a removed text is not a here-document to the parser.
    boolean hasUnmatchedDocuments() {
        return !bodies.isEmpty();
    }

    private void collect(SyntaxNode node) {
        if (node.broken() && firstError.isEmpty()) {
            firstError = Optional.of(node);
        }
        if (SUBSTITUTIONS.contains(node.type())) {
            substitutions.putIfAbsent(node.start(), node);
        }
        node.children().forEach(this::collect);
    }

    String text() {
        return text;
    }

    SyntaxNode root() {
        return root;
    }

    /// The first syntax error.
    Optional<SyntaxNode> firstError() {
        return firstError;
    }

    /// The substitution that starts at an offset.
    Optional<SyntaxNode> substitution(int start) {
        return Optional.ofNullable(substitutions.get(start));
    }

    /// Whether only blanks and newlines are between two offsets.
    boolean isBlank(int from, int to) {
        return between(from, to).chars().allMatch(it -> it == ' ' || it == '\t' || it == '\n');
    }

    /// Whether two words on one line have blanks between them.
    boolean areSeparate(int from, int to) {
        String rest = between(from, to);
        return !rest.isEmpty() && rest.chars().allMatch(it -> it == ' ' || it == '\t');
    }

    /// Whether the parts of a command are on one line with only blanks between them.
    boolean areOnOneLine(List<SyntaxNode> parts) {
        for (int i = 1; i < parts.size(); i++) {
            if (!between(parts.get(i - 1).end(), parts.get(i).start())
                    .chars()
                    .allMatch(it -> it == ' ' || it == '\t')) {
                return false;
            }
        }
        return true;
    }

    /// Whether a word that reaches an offset ends there.
    boolean isWordEnd(int at) {
        int next = at;
        while (text.startsWith("\\\n", next)) {
            next += 2;
        }
        return next >= text.length()
                || (" \t\n;|&()<>".indexOf(text.charAt(next)) >= 0
                        && !text.startsWith("<(", next)
                        && !text.startsWith(">(", next));
    }

    private String between(int from, int to) {
        return from >= to ? "" : text.substring(from, to).replace("\\\n", "");
    }
}
