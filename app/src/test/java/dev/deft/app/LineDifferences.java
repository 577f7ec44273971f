package dev.deft.app;

import java.util.List;

/// Shows two texts as one, line by line: `-` only in the first, `+` only in the second.
final class LineDifferences {

    private static final int CONTEXT = 2;

    private final List<String> before;
    private final List<String> after;
    private final StringBuilder shown = new StringBuilder();

    private LineDifferences(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    static String between(String before, String after) {
        return new LineDifferences(before.lines().toList(), after.lines().toList()).show();
    }

    private String show() {
        int[][] common = commonLines();
        int i = 0;
        int j = 0;
        int lastChange = -CONTEXT - 1;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                if (i - lastChange <= CONTEXT || changesSoon(i, j)) {
                    line("  ", before.get(i));
                }
                i++;
                j++;
            } else if (j == after.size()
                    || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                line("- ", before.get(i));
                i++;
                lastChange = i - 1;
            } else {
                line("+ ", after.get(j));
                j++;
                lastChange = i - 1;
            }
        }
        return shown.toString();
    }

    private boolean changesSoon(int i, int j) {
        for (int ahead = 1; ahead <= CONTEXT; ahead++) {
            boolean ended = i + ahead >= before.size() || j + ahead >= after.size();
            if (ended) {
                return before.size() - i != after.size() - j;
            }
            if (!before.get(i + ahead).equals(after.get(j + ahead))) {
                return true;
            }
        }
        return false;
    }

    /// How many lines the texts have in common from each pair of lines on.
    private int[][] commonLines() {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] =
                        before.get(i).equals(after.get(j))
                                ? common[i + 1][j + 1] + 1
                                : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private void line(String mark, String text) {
        shown.append(mark).append(text).append('\n');
    }
}
