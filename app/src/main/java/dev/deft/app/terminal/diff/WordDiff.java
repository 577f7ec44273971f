package dev.deft.app.terminal.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Finds the words that differ between two lines.
final class WordDiff {

    /// Lines that have less in common are different lines, not changed ones.
    private static final double SIMILAR = 0.4;

    private WordDiff() {}

    /// A line cut into words, spaces and single marks.
    static final class Words {

        private final List<String> words;

        /// Sorted, of all words but spaces.
        private final int[] hashes;

        private Words(List<String> words) {
            this.words = words;
            this.hashes =
                    words.stream().filter(it -> !it.isBlank()).mapToInt(String::hashCode).toArray();
            Arrays.sort(hashes);
        }

        /// @param longest a longer line is not cut into words
        static Words of(String text, int longest) {
            return new Words(text.length() > longest ? List.of() : split(text));
        }

        List<String> words() {
            return words;
        }

        /// What a comparison with another line costs.
        int cost() {
            return hashes.length + 1;
        }

        private static List<String> split(String text) {
            var words = new ArrayList<String>();
            for (int at = 0; at < text.length(); ) {
                int end = at + Character.charCount(text.codePointAt(at));
                int kind = kind(text.codePointAt(at));
                while (kind != 0 && end < text.length() && kind(text.codePointAt(end)) == kind) {
                    end += Character.charCount(text.codePointAt(end));
                }
                words.add(text.substring(at, end));
                at = end;
            }
            return words;
        }

        private static int kind(int character) {
            if (Character.isIdeographic(character)) {
                return 0;
            }
            if (Character.isLetterOrDigit(character) || character == '_') {
                return 1;
            }
            return character == ' ' || character == '\t' ? 2 : 0;
        }

        /// How much of two lines is equal, from 0 to 1. Spaces do not count.
        double similarity(Words other) {
            if (hashes.length + other.hashes.length == 0) {
                return 0;
            }
            int shared = 0;
            for (int i = 0, j = 0; i < hashes.length && j < other.hashes.length; ) {
                int order = Integer.compare(hashes[i], other.hashes[j]);
                shared += order == 0 ? 1 : 0;
                i += order <= 0 ? 1 : 0;
                j += order >= 0 ? 1 : 0;
            }
            return 2.0 * shared / (hashes.length + other.hashes.length);
        }

        boolean isLike(Words other) {
            return similarity(other) >= SIMILAR;
        }
    }

    /// The indexes of the words that only one of two lines has.
    record Changes(BitSet removed, BitSet added) {}

    /// What changed from one line to the other; empty if it is so much that nothing stands out.
    static Optional<Changes> between(Words before, Words after, WorkLimit limit) {
        List<String> old = before.words();
        List<String> now = after.words();
        int top = 0;
        int shorter = Math.min(old.size(), now.size());
        while (top < shorter && old.get(top).equals(now.get(top))) {
            top++;
        }
        int bottom = 0;
        while (bottom < shorter - top
                && old.get(old.size() - 1 - bottom).equals(now.get(now.size() - 1 - bottom))) {
            bottom++;
        }
        var removed = new BitSet();
        removed.set(top, old.size() - bottom);
        var added = new BitSet();
        added.set(top, now.size() - bottom);
        long steps = (long) removed.cardinality() * added.cardinality();
        if (limit.allows(steps)) {
            keepCommon(
                    old.subList(top, old.size() - bottom),
                    now.subList(top, now.size() - bottom),
                    top,
                    new Changes(removed, added));
        }
        joinAcrossSpaces(old, removed);
        joinAcrossSpaces(now, added);
        boolean standsOut = isPart(old, removed) || isPart(now, added);
        return standsOut ? Optional.of(new Changes(removed, added)) : Optional.empty();
    }

    /// Takes the longest common part out of the changes.
    private static void keepCommon(List<String> old, List<String> now, int top, Changes changes) {
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] =
                        old.get(i).equals(now.get(j))
                                ? common[i + 1][j + 1] + 1
                                : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        for (int i = 0, j = 0; i < old.size() && j < now.size(); ) {
            if (old.get(i).equals(now.get(j))) {
                changes.removed().clear(top + i++);
                changes.added().clear(top + j++);
            } else if (common[i + 1][j] >= common[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
    }

    /// Two changed words with a space between them read better as one change.
    private static void joinAcrossSpaces(List<String> words, BitSet changed) {
        for (int i = 1; i + 1 < words.size(); i++) {
            if (words.get(i).isBlank() && changed.get(i - 1) && changed.get(i + 1)) {
                changed.set(i);
            }
        }
    }

    private static boolean isPart(List<String> words, BitSet changed) {
        int all = 0;
        int different = 0;
        for (int i = 0; i < words.size(); i++) {
            int length = words.get(i).isBlank() ? 0 : words.get(i).length();
            all += length;
            different += changed.get(i) ? length : 0;
        }
        return different * 10L < all * 7L;
    }
}
