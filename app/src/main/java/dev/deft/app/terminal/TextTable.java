package dev.deft.app.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// A table with aligned columns that fits the screen.
///
/// If space is short, the flexible column is cut first, then optional columns are dropped, the last
/// one first, and finally the first column is cut too.
public final class TextTable {

    private static final int GAP = 2;
    private static final int LEFT_OUT = -1;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    /// A column.
    ///
    /// @param style applied to the shown text of a cell
    /// @param least the minimum width; [Integer#MAX_VALUE] if it must not be cut
    /// @param optional whether it may be dropped
    public record Column(UnaryOperator<String> style, int least, boolean optional) {

        public static Column fixed(UnaryOperator<String> style) {
            return new Column(style, Integer.MAX_VALUE, false);
        }

        public static Column optional(UnaryOperator<String> style) {
            return new Column(style, Integer.MAX_VALUE, true);
        }

        public static Column flexible(UnaryOperator<String> style, int least) {
            return new Column(style, least, false);
        }
    }

    /// Adds a row of unstyled texts, one per column.
    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /// The lines, no longer than the screen is wide.
    public List<String> lines(int width) {
        int[] natural =
                IntStream.range(0, columns.size())
                        .map(i ->
                                rows.stream()
                                        .mapToInt(it -> TextWidth.of(it.get(i)))
                                        .max()
                                        .orElse(0))
                        .toArray();
        int[] widths = shrunk(natural, width);
        for (int i = columns.size() - 1; i >= 0 && total(widths) > width; i--) {
            if (columns.get(i).optional()) {
                natural[i] = LEFT_OUT;
                widths = shrunk(natural, width);
            }
        }
        int[] fitted = cutAnyhow(widths, width);
        return rows.stream().map(it -> line(it, fitted)).toList();
    }

    /// Shrinks the flexible columns as far as necessary and possible.
    private int[] shrunk(int[] natural, int width) {
        int[] widths = natural.clone();
        for (int i = columns.size() - 1; i >= 0; i--) {
            int over = total(widths) - width;
            if (over > 0) {
                int least = Math.min(widths[i], columns.get(i).least());
                widths[i] = Math.max(least, widths[i] - over);
            }
        }
        return widths;
    }

    private static int[] cutAnyhow(int[] widths, int width) {
        int[] cut = widths.clone();
        for (int i = 0; i < cut.length; i++) {
            int over = total(cut) - width;
            if (over > 0 && cut[i] > 0) {
                cut[i] = Math.max(1, cut[i] - over);
            }
        }
        return cut;
    }

    private static int total(int[] widths) {
        int shown = (int) IntStream.of(widths).filter(it -> it >= 0).count();
        return IntStream.of(widths).filter(it -> it >= 0).sum() + GAP * Math.max(0, shown - 1);
    }

    private String line(List<String> cells, int[] widths) {
        var line = new StringBuilder();
        int last = last(cells, widths);
        for (int i = 0; i <= last; i++) {
            if (widths[i] < 0) {
                continue;
            }
            line.append(line.isEmpty() ? "" : " ".repeat(GAP));
            String cut = TextWidth.cut(cells.get(i), widths[i]);
            line.append(cut.isEmpty() ? "" : columns.get(i).style().apply(cut));
            line.append(i < last ? " ".repeat(Math.max(0, widths[i] - TextWidth.of(cut))) : "");
        }
        return line.toString();
    }

    /// Drops trailing empty cells.
    private static int last(List<String> cells, int[] widths) {
        int last = cells.size() - 1;
        while (last > 0 && (widths[last] < 0 || cells.get(last).isEmpty())) {
            last--;
        }
        return last;
    }

    /// Wraps a text at word boundaries.
    public static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && TextWidth.of(line.toString()) + 1 + TextWidth.of(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
