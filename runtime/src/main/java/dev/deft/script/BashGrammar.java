package dev.deft.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.treesitter.TSInputEncoding;
import org.treesitter.TSLanguage;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSTree;
import org.treesitter.TSTreeCursor;
import org.treesitter.TreeSitterBash;

/// Parses scripts with tree-sitter's bash grammar. Loading this class loads a native library, so
/// that happens with the first script and not at start-up.
final class BashGrammar {

    private static final int MAX_DEPTH = 120;

    /// Longer texts are parsed with a timeout: crafted text takes time quadratic in its length.
    private static final int UNTIMED_LENGTH = 4 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final TSLanguage BASH = new TreeSitterBash();

    /// Cached, because a call of the native library costs about as much as parsing a word.
    private static final Map<Integer, SymbolKind> KINDS = new ConcurrentHashMap<>();

    private final String text;

    private BashGrammar(String text) {
        this.text = text;
    }

    /// Parses a script. Offsets count characters of the text.
    ///
    /// @throws UnreadableScriptException when it is nested deeper than anyone would write, or takes
    ///   too long
    static SyntaxNode parse(String text) {
        try (var parser = new TSParser()) {
            if (!parser.setLanguage(BASH)) {
                throw new UnsatisfiedLinkError("the bash grammar does not fit the parser");
            }
            try (TSTree tree = tree(parser, asciiOnly(text));
                    var cursor = new TSTreeCursor(tree.getRootNode())) {
                return new BashGrammar(text).copy(cursor, 0);
            }
        }
    }

    private static TSTree tree(TSParser parser, String text) {
        if (text.length() <= UNTIMED_LENGTH) {
            return parser.parseString(null, text);
        }
        byte[] all = text.getBytes(StandardCharsets.US_ASCII);
        long end = System.nanoTime() + TIMEOUT.toNanos();
        TSTree tree =
                parser.parseWithOptions(
                        new byte[UNTIMED_LENGTH],
                        null,
                        (piece, from, _) -> {
                            int length = Math.min(piece.length, all.length - from);
                            System.arraycopy(all, from, piece, 0, length);
                            return length;
                        },
                        TSInputEncoding.TSInputEncodingUTF8,
                        _ -> System.nanoTime() - end > 0);
        if (tree == null) {
            throw new UnreadableScriptException("it takes too long to read");
        }
        return tree;
    }

    /// Replaces each character that is not ASCII: to bash they all are parts of words, but the
    /// grammar takes some for blanks.
    private static String asciiOnly(String text) {
        var plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (plain.charAt(i) > '~') {
                plain.setCharAt(i, '%');
            }
        }
        return plain.toString();
    }

    private SyntaxNode copy(TSTreeCursor cursor, int depth) {
        if (depth > MAX_DEPTH) {
            throw new UnreadableScriptException("it is nested too deeply");
        }
        TSNode node = cursor.currentNode();
        String field = cursor.currentFieldName();
        SymbolKind kind =
                KINDS.computeIfAbsent(
                        node.getSymbol(), _ -> new SymbolKind(node.getType(), node.isNamed()));
        int start = node.getStartByte();
        List<SyntaxNode> children = new ArrayList<>();
        if (cursor.gotoFirstChild()) {
            do {
                children.add(copy(cursor, depth + 1));
            } while (cursor.gotoNextSibling());
            cursor.gotoParent();
        }
        int end = node.getEndByte();
        return new SyntaxNode(
                kind.type(),
                kind.named(),
                kind.type().equals("ERROR") || (start == end && node.isMissing()),
                field == null ? "" : field,
                skipBlanks(start, end),
                end,
                children);
    }

    /// Some tokens of the grammar include the blanks before them.
    private int skipBlanks(int start, int end) {
        int begin = start;
        while (begin < end && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        return begin == end ? start : begin;
    }

    /// The properties that all nodes of one symbol share.
    private record SymbolKind(String type, boolean named) {}

    /// The script is too long, too deep or too odd to analyse.
    static final class UnreadableScriptException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String reason;

        UnreadableScriptException(String why) {
            super(why, null, false, false);
            this.reason = why;
        }

        String reason() {
            return reason;
        }
    }
}
