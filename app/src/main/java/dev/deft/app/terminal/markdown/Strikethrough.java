package dev.deft.app.terminal.markdown;

import org.commonmark.node.CustomNode;
import org.commonmark.node.Node;
import org.commonmark.node.Nodes;
import org.commonmark.node.Text;
import org.commonmark.parser.delimiter.DelimiterProcessor;
import org.commonmark.parser.delimiter.DelimiterRun;

/// Text between two pairs of tildes, as GitHub writes it.
final class Strikethrough extends CustomNode {

    private static final char TILDE = '~';
    private static final int PAIR = 2;

    /// Finds it. A single tilde means "about" in most texts, so it is left alone.
    static final class Finder implements DelimiterProcessor {

        @Override
        public char getOpeningCharacter() {
            return TILDE;
        }

        @Override
        public char getClosingCharacter() {
            return TILDE;
        }

        @Override
        public int getMinLength() {
            return PAIR;
        }

        @Override
        public int process(DelimiterRun opening, DelimiterRun closing) {
            if (opening.length() != PAIR || closing.length() != PAIR) {
                return 0;
            }
            Text opener = opening.getOpener();
            var struck = new Strikethrough();
            for (Node node : Nodes.between(opener, closing.getCloser())) {
                struck.appendChild(node);
            }
            opener.insertAfter(struck);
            return PAIR;
        }
    }
}
