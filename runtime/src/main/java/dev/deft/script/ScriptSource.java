package dev.deft.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A text and its tree, and where in it something is substituted.
final class ScriptSource {

    private static final Set<String> SUBSTITUTIONS =
            Set.of(
                    "command_substitution",
                    "process_substitution",
                    "expansion",
                    "arithmetic_expansion");

    private static final int LONGEST = 64 * 1024;

    private final String text;
    private final Map<Integer, String> bodies;
    private final SyntaxNode root;
    private final Map<Integer, SyntaxNode> substitutions = new HashMap<>();

    private Optional<SyntaxNode> broken = Optional.empty();

    /// Reads a text.
    ///
    /// @throws Grammar.Unreadable when nobody would write such a script
    ScriptSource(String whole) {
        LongDocuments parts =
                whole.length() > LONGEST
                        ? LongDocuments.of(whole)
                        : new LongDocuments(whole, Map.of());
        this.text = parts.text();
        this.bodies = new HashMap<>(parts.bodies());
        check();
        this.root = BashGrammar.parse(text);
        collect(root);
    }

    private void check() {
        if (text.length() > LONGEST) {
            throw new BashGrammar.Unreadable(
                    "it is longer than %d characters, here-documents left out".formatted(LONGEST));
        }
        if (text.contains("\r\n")) {
            throw new BashGrammar.Unreadable(
                    "its lines end with CR LF, and bash takes the CR for a part of each command;"
                            + " send it with LF alone");
        }
        if (text.chars().anyMatch(it -> (it < ' ' && it != '\t' && it != '\n') || it == 0x7f)) {
            throw new BashGrammar.Unreadable("it has control characters");
        }
    }

    /// What was taken out of the text at the beginning of a document.
    Optional<String> taken(int from) {
        return Optional.ofNullable(bodies.remove(from));
    }

    /// Whether something was taken out that the script does not take for a document.
    boolean isTorn() {
        return !bodies.isEmpty();
    }

    private void collect(SyntaxNode node) {
        if (node.broken() && broken.isEmpty()) {
            broken = Optional.of(node);
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

    /// The first place the grammar can make nothing of.
    Optional<SyntaxNode> broken() {
        return broken;
    }

    /// What the grammar takes to be substituted from here on.
    Optional<SyntaxNode> substitution(int start) {
        return Optional.ofNullable(substitutions.get(start));
    }

    /// Whether only blanks, and escaped ends of lines, stand between two places.
    boolean blank(int from, int to) {
        return rest(from, to).chars().allMatch(it -> it == ' ' || it == '\t' || it == '\n');
    }

    /// Whether two words are really apart, on one line.
    boolean apart(int from, int to) {
        String rest = rest(from, to);
        return !rest.isEmpty() && rest.chars().allMatch(it -> it == ' ' || it == '\t');
    }

    /// Whether the parts of a command stand on one line, with nothing but blanks between them.
    boolean inOneLine(List<SyntaxNode> parts) {
        for (int i = 1; i < parts.size(); i++) {
            if (!rest(parts.get(i - 1).end(), parts.get(i).start())
                    .chars()
                    .allMatch(it -> it == ' ' || it == '\t')) {
                return false;
            }
        }
        return true;
    }

    /// Whether a word that comes this far ends here.
    boolean edge(int at) {
        int next = at;
        while (text.startsWith("\\\n", next)) {
            next += 2;
        }
        return next >= text.length()
                || (" \t\n;|&()<>".indexOf(text.charAt(next)) >= 0
                        && !text.startsWith("<(", next)
                        && !text.startsWith(">(", next));
    }

    private String rest(int from, int to) {
        return from >= to ? "" : text.substring(from, to).replace("\\\n", "");
    }
}
