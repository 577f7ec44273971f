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

/// Tree-sitter's bash grammar. Its native library is loaded with this class, so by the first script
/// and not by the start of the program.
final class BashGrammar {

    private static final int DEEPEST = 120;

    /// Beyond this many characters parsing is watched: a text made to be slow takes time with the
    /// square of its length.
    private static final int QUICK = 4 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final TSLanguage BASH = new TreeSitterBash();

    /// Each question to the native library costs about as much as parsing a word.
    private static final Map<Integer, Kind> KINDS = new ConcurrentHashMap<>();

    private final String text;

    private BashGrammar(String text) {
        this.text = text;
    }

    /// Parses a script. Offsets count characters of the text.
    ///
    /// @throws Unreadable when it is nested deeper than anyone would write, or takes too long
    static SyntaxNode parse(String text) {
        try (var parser = new TSParser()) {
            if (!parser.setLanguage(BASH)) {
                throw new UnsatisfiedLinkError("the bash grammar does not fit the parser");
            }
            try (TSTree tree = tree(parser, shadow(text));
                    var cursor = new TSTreeCursor(tree.getRootNode())) {
                return new BashGrammar(text).copy(cursor, 0);
            }
        }
    }

    private static TSTree tree(TSParser parser, String text) {
        if (text.length() <= QUICK) {
            return parser.parseString(null, text);
        }
        byte[] all = text.getBytes(StandardCharsets.US_ASCII);
        long end = System.nanoTime() + TIMEOUT.toNanos();
        TSTree tree =
                parser.parseWithOptions(
                        new byte[QUICK],
                        null,
                        (piece, from, _) -> {
                            int length = Math.min(piece.length, all.length - from);
                            System.arraycopy(all, from, piece, 0, length);
                            return length;
                        },
                        TSInputEncoding.TSInputEncodingUTF8,
                        _ -> System.nanoTime() - end > 0);
        if (tree == null) {
            throw new Unreadable("it takes too long to read");
        }
        return tree;
    }

    /// One plain character for each that is not ASCII: to bash they are all parts of words, but the
    /// grammar takes some for blanks.
    private static String shadow(String text) {
        var plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (plain.charAt(i) > '~') {
                plain.setCharAt(i, '%');
            }
        }
        return plain.toString();
    }

    private SyntaxNode copy(TSTreeCursor cursor, int depth) {
        if (depth > DEEPEST) {
            throw new Unreadable("it is nested too deeply");
        }
        TSNode node = cursor.currentNode();
        String field = cursor.currentFieldName();
        Kind kind =
                KINDS.computeIfAbsent(
                        node.getSymbol(), _ -> new Kind(node.getType(), node.isNamed()));
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
                begin(start, end),
                end,
                children);
    }

    /// Some tokens of the grammar hold the blanks before them.
    private int begin(int start, int end) {
        int begin = start;
        while (begin < end && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        return begin == end ? start : begin;
    }

    /// What all nodes of one symbol have in common.
    private record Kind(String type, boolean named) {}

    /// A script beyond what is read.
    static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String why;

        Unreadable(String why) {
            super(why, null, false, false);
            this.why = why;
        }

        String why() {
            return why;
        }
    }
}
