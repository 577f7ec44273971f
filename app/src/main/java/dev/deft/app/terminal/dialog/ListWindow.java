package dev.deft.app.terminal.dialog;

import java.util.function.IntUnaryOperator;

/// The part of a long list that is on the screen. It moves only as far as the selected entry needs.
final class ListWindow {

    private int top;

    /// The entries to show.
    ///
    /// @param to the first entry that is not shown; the last one shown may be cut
    record Range(int from, int to) {}

    /// @param count of entries
    /// @param height of an entry, in lines, at least 1
    /// @param rows that there are, at least 1
    Range around(int selected, int count, IntUnaryOperator height, int rows) {
        if (count == 0) {
            top = 0;
            return new Range(0, 0);
        }
        int lowest = firstWith(selected, height, rows);
        int last = firstWith(count - 1, height, rows);
        top = Math.clamp(Math.min(top, last), lowest, Math.max(lowest, selected));
        int to = top;
        for (int used = 0; to < count && used < rows; to++) {
            used += height.applyAsInt(to);
        }
        return new Range(top, to);
    }

    /// The first entry from which on there is room for the end of another one.
    private static int firstWith(int end, IntUnaryOperator height, int rows) {
        int first = end;
        int used = height.applyAsInt(end);
        while (first > 0 && used + height.applyAsInt(first - 1) <= rows) {
            first--;
            used += height.applyAsInt(first);
        }
        return first;
    }
}
