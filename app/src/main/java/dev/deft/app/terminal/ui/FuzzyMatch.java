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
    private static final int RUN = 16;
    private static final int WORD_START = 10;
    private static final int SEGMENT_START = 14;
    private static final int SAME_CASE = 1;
    private static final int LAST_SEGMENT = 30;
    private static final int LONGEST_GAP = 10;
    private static final int LENGTH_DIVISOR = 4;

    private final String query;
    private final char[] lower;
    private final char[] upper;
    private final int[] positions;

    public FuzzyMatch(String query) {
        this.query = query;
        this.lower = new char[query.length()];
        this.upper = new char[query.length()];
        for (int i = 0; i < lower.length; i++) {
            lower[i] = Character.toLowerCase(query.charAt(i));
            upper[i] = Character.toUpperCase(query.charAt(i));
        }
        this.positions = new int[lower.length];
    }

    /// How well a text matches; [#NONE] if it does not.
    public int score(String text) {
        if (lower.length == 0) {
            return -text.length() / LENGTH_DIVISOR;
        }
        int name = text.lastIndexOf('/', text.length() - 2) + 1;
        if (find(text, name)) {
            return rate(text) + LAST_SEGMENT;
        }
        return name > 0 && find(text, 0) ? rate(text) : NONE;
    }

    /// Which characters of a text match, in ascending order; empty if it does not match.
    public List<Integer> positions(String text) {
        boolean matches = lower.length > 0 && score(text) != NONE;
        return matches ? Arrays.stream(positions).boxed().toList() : List.of();
    }

    /// The texts that match best, the best one first. Of equal ones the shorter comes first.
    public List<String> best(Collection<String> texts, int most) {
        record Rated(String text, int score) {}
        Comparator<Rated> worstFirst =
                Comparator.comparingInt(Rated::score)
                        .thenComparingInt(it -> -it.text().length())
                        .thenComparing(Rated::text, Comparator.reverseOrder());
        if (most < 1) {
            return List.of();
        }
        var best = new PriorityQueue<>(worstFirst);
        for (String text : texts) {
            int score = score(text);
            if (score == NONE || (best.size() == most && score < best.element().score())) {
                continue;
            }
            best.add(new Rated(text, score));
            if (best.size() > most) {
                best.remove();
            }
        }
        List<Rated> sorted = new ArrayList<>(best);
        sorted.sort(worstFirst.reversed());
        return sorted.stream().map(Rated::text).toList();
    }

    /// Finds the first end of a match, and from there back its last start: the shortest match with
    /// this end.
    private boolean find(String text, int from) {
        int at = from - 1;
        for (int i = 0; i < lower.length; i++) {
            at = next(text, i, at + 1);
            if (at < 0) {
                return false;
            }
        }
        for (int i = lower.length; i > 0; at--) {
            char character = text.charAt(at);
            if (character == lower[i - 1] || character == upper[i - 1]) {
                positions[--i] = at;
            }
        }
        return true;
    }

    /// Searching for one character at a time is what the machine does fastest.
    private int next(String text, int index, int from) {
        int found = text.indexOf(lower[index], from);
        if (lower[index] == upper[index]) {
            return found;
        }
        int end = found < 0 ? text.length() : found;
        int other = text.indexOf(upper[index], Math.min(from, end), end);
        return other < 0 ? found : other;
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
        boolean hump = Character.isLowerCase(before) && Character.isUpperCase(text.charAt(at));
        return word || hump ? WORD_START : 0;
    }
}
