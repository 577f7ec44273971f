package dev.deft.app.terminal.ui;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Finds texts that contain the characters of a query in their order, without regard to case.
///
/// Matches at the start of words and path segments, in runs, and in the last path segment score
/// higher. One object serves one query, on one thread.
public final class FuzzyMatch {

    /// The score of a text that does not match.
    public static final int NONE = Integer.MIN_VALUE;

    private static final int CHARACTER = 16;
    private static final int RUN = 12;
    private static final int WORD_START = 10;
    private static final int SEGMENT_START = 14;
    private static final int SAME_CASE = 1;
    private static final int LAST_SEGMENT = 30;
    private static final int LONGEST_GAP = 10;
    private static final int LENGTH_DIVISOR = 4;

    private final String query;
    private final char[] lower;
    private final int[] positions;

    public FuzzyMatch(String query) {
        this.query = query;
        this.lower = new char[query.length()];
        for (int i = 0; i < lower.length; i++) {
            lower[i] = lower(query.charAt(i));
        }
        this.positions = new int[lower.length];
    }

    /// How well a text matches; [#NONE] if it does not.
    public int score(String text) {
        if (lower.length == 0) {
            return -text.length() / LENGTH_DIVISOR;
        }
        if (!find(text, 0)) {
            return NONE;
        }
        int score = rate(text);
        int name = text.lastIndexOf('/', text.length() - 2) + 1;
        if (name > 0 && positions[0] < name) {
            // What the user sees as the name is worth another look.
            return find(text, name) ? Math.max(score, rate(text) + LAST_SEGMENT) : score;
        }
        return name > 0 ? score + LAST_SEGMENT : score;
    }

    /// Which characters of a text match, in ascending order; empty if it does not match.
    public List<Integer> positions(String text) {
        if (lower.length == 0 || !find(text, 0)) {
            return List.of();
        }
        int whole = rate(text);
        int[] found = positions.clone();
        int name = text.lastIndexOf('/', text.length() - 2) + 1;
        if (name > 0 && found[0] < name && find(text, name) && rate(text) + LAST_SEGMENT >= whole) {
            found = positions.clone();
        }
        return Arrays.stream(found).boxed().toList();
    }

    /// The texts that match best, the best one first. Of equal ones the shorter comes first.
    public List<String> best(Collection<String> texts, int most) {
        record Rated(String text, int score) {}
        Comparator<Rated> worstFirst =
                Comparator.comparingInt(Rated::score)
                        .thenComparing(it -> -it.text().length())
                        .thenComparing(Rated::text, Comparator.reverseOrder());
        var best = new PriorityQueue<>(worstFirst);
        for (String text : texts) {
            int score = score(text);
            boolean wanted =
                    score != NONE && (best.size() < most || score >= best.element().score());
            if (wanted && most > 0) {
                best.add(new Rated(text, score));
                if (best.size() > most) {
                    best.remove();
                }
            }
        }
        List<Rated> sorted = new ArrayList<>(best);
        sorted.sort(worstFirst.reversed());
        return sorted.stream().map(Rated::text).toList();
    }

    /// Finds the first end of a match, and from there back its last start: the shortest match with
    /// this end.
    private boolean find(String text, int from) {
        int next = 0;
        int at = from;
        for (int length = text.length(); at < length; at++) {
            if (lower(text.charAt(at)) == lower[next] && ++next == lower.length) {
                break;
            }
        }
        if (next < lower.length) {
            return false;
        }
        for (; next > 0; at--) {
            if (lower(text.charAt(at)) == lower[next - 1]) {
                positions[--next] = at;
            }
        }
        return true;
    }

    private int rate(String text) {
        int score = -text.length() / LENGTH_DIVISOR;
        for (int i = 0; i < positions.length; i++) {
            int at = positions[i];
            score += CHARACTER + start(text, at);
            score += text.charAt(at) == query.charAt(i) ? SAME_CASE : 0;
            if (i > 0) {
                int gap = at - positions[i - 1] - 1;
                score += gap == 0 ? RUN : -Math.min(gap, LONGEST_GAP);
            }
        }
        return score;
    }

    private static int start(String text, int at) {
        if (at == 0) {
            return SEGMENT_START;
        }
        char before = text.charAt(at - 1);
        if (before == '/') {
            return SEGMENT_START;
        }
        boolean word = !Character.isLetterOrDigit(before);
        boolean hump =
                Character.isLowerCase(before) && Character.isUpperCase(text.charAt(at));
        return word || hump ? WORD_START : 0;
    }

    private static char lower(char character) {
        if (character < 0x80) {
            return character >= 'A' && character <= 'Z' ? (char) (character + 32) : character;
        }
        return Character.toLowerCase(character);
    }
}
