package dev.deft.script;

import java.util.Optional;

/// The range of a here-document, found from its lines and compared with the grammar.
///
/// @param literal whether nothing in it is expanded
/// @param tabs whether leading tabs are dropped
record HereDocument(int from, int to, boolean literal, boolean tabs) {

    static Optional<HereDocument> of(SyntaxNode node, String text) {
        Optional<SyntaxNode> start = child(node, "heredoc_start");
        Optional<SyntaxNode> end = child(node, "heredoc_end");
        if (start.isEmpty() || end.isEmpty() || end.get().broken()) {
            return Optional.empty();
        }
        String written = start.get().text(text);
        String delimiter = written.replaceAll("[\"'\\\\]", "");
        boolean tabs = child(node, "<<-").isPresent();
        int from = text.indexOf('\n', start.get().end()) + 1;
        if (from == 0 || !delimiter.matches("[A-Za-z0-9_.:!-]+") || spansLines(node, from)) {
            return Optional.empty();
        }
        var document = new HereDocument(from, from, !written.equals(delimiter), tabs);
        return document.ended(text, delimiter)
                .filter(it -> it.endsAt(text, end.get(), delimiter))
                .filter(it -> it.literal || !it.text(text).contains("\\\n"));
    }

    private static Optional<SyntaxNode> child(SyntaxNode node, String type) {
        return node.children().stream().filter(it -> it.is(type)).findFirst();
    }

    /// Whether anything but the document itself extends past the first line.
    private static boolean spansLines(SyntaxNode node, int from) {
        return node.children().stream()
                .filter(it -> !it.is("heredoc_body") && !it.is("heredoc_end"))
                .anyMatch(it -> it.end() > from - 1);
    }

    /// Finds its end: the line with the delimiter.
    Optional<HereDocument> ended(String text, String delimiter) {
        int line = from;
        while (line <= text.length()) {
            int end = text.indexOf('\n', line);
            int stop = end < 0 ? text.length() : end;
            String content = text.substring(line, stop);
            if ((tabs ? content.replaceFirst("^\t+", "") : content).equals(delimiter)) {
                return Optional.of(new HereDocument(from, line, literal, tabs));
            }
            if (end < 0) {
                return Optional.empty();
            }
            line = end + 1;
        }
        return Optional.empty();
    }

    private boolean endsAt(String text, SyntaxNode end, String delimiter) {
        return end.start() >= to
                && end.text(text).strip().equals(delimiter)
                && text.substring(to, end.start()).isBlank()
                && end.end() >= to;
    }

    String text(String text) {
        return plain(text.substring(from, to));
    }

    /// The body as a program reads it.
    String plain(String body) {
        return tabs ? body.replaceAll("(?m)^\t+", "") : body;
    }
}
