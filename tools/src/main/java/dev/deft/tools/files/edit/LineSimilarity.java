package dev.deft.tools.files.edit;

import java.util.BitSet;
import java.util.List;

/// Compares lines, ignoring blanks at their ends and the style of quotes.
public final class LineSimilarity {

    private static final int MOST_COMPARED = 400;
    private static final int PAIRS = 1 << 12;

    private LineSimilarity() {}

    /// Two lines are similar if they have the same canonical form.
    public static String canonical(String line) {
        return foldQuotes(line).strip();
    }

    public static List<String> canonical(List<String> lines) {
        return lines.stream().map(LineSimilarity::canonical).toList();
    }

    /// Replaces typographic quotes by plain ones; the length does not change.
    public static String foldQuotes(String text) {
        var folded = new StringBuilder(text);
        for (int i = 0; i < folded.length(); i++) {
            switch (folded.charAt(i)) {
                case '‘', '’', '‚', '‛' -> folded.setCharAt(i, '\'');
                case '“', '”', '„', '‟' -> folded.setCharAt(i, '"');
                default -> {}
            }
        }
        return folded.toString();
    }

    /// The pairs of adjacent characters at the beginning of a line, as hashes that may collide.
    static BitSet pairs(String line) {
        int end = Math.min(line.length(), MOST_COMPARED);
        var pairs = new BitSet(PAIRS);
        for (int i = 0; i + 2 <= end; i++) {
            pairs.set((line.charAt(i) * 31 + line.charAt(i + 1)) & (PAIRS - 1));
        }
        return pairs;
    }

    /// The similarity of two lines, from 0 to 1: the share of their character pairs that both
    /// contain.
    static double resemblance(BitSet first, BitSet second) {
        int both = first.cardinality() + second.cardinality();
        if (first.isEmpty() || second.isEmpty()) {
            return 0;
        }
        var shared = (BitSet) first.clone();
        shared.and(second);
        return 2.0 * shared.cardinality() / both;
    }
}
