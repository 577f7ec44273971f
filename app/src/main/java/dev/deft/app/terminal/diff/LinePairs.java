package dev.deft.app.terminal.diff;

import dev.deft.app.terminal.diff.WordDiff.Words;
import java.util.Arrays;
import java.util.List;

/// Finds which removed line became which added one: similar lines, in order.
final class LinePairs {

    /// No partner.
    static final int NONE = -1;

    private LinePairs() {}

    /// For each removed line the index of the added one.
    static int[] of(List<Words> removed, List<Words> added, WorkLimit limit) {
        int[] partners = new int[removed.size()];
        Arrays.fill(partners, NONE);
        long steps = (long) size(removed) * added.size() + (long) size(added) * removed.size();
        if (limit.allows(steps)) {
            aligned(removed, added, partners);
        } else {
            inOrder(removed, added, partners);
        }
        return partners;
    }

    private static int size(List<Words> lines) {
        return lines.stream().mapToInt(Words::cost).sum();
    }

    private static void inOrder(List<Words> removed, List<Words> added, int[] partners) {
        for (int i = 0; i < Math.min(removed.size(), added.size()); i++) {
            partners[i] = removed.get(i).isLike(added.get(i)) ? i : NONE;
        }
    }

    /// The pairs with the most in common.
    private static void aligned(List<Words> removed, List<Words> added, int[] partners) {
        double[][] best = new double[removed.size() + 1][added.size() + 1];
        double[][] similar = new double[removed.size()][added.size()];
        for (int i = removed.size() - 1; i >= 0; i--) {
            for (int j = added.size() - 1; j >= 0; j--) {
                boolean like = removed.get(i).isLike(added.get(j));
                similar[i][j] = like ? removed.get(i).similarity(added.get(j)) : 0;
                double paired = like ? similar[i][j] + best[i + 1][j + 1] : 0;
                best[i][j] = Math.max(paired, Math.max(best[i + 1][j], best[i][j + 1]));
            }
        }
        for (int i = 0, j = 0; i < removed.size() && j < added.size(); ) {
            if (similar[i][j] > 0 && best[i][j] == similar[i][j] + best[i + 1][j + 1]) {
                partners[i++] = j++;
            } else if (best[i][j] == best[i + 1][j]) {
                i++;
            } else {
                j++;
            }
        }
    }
}
