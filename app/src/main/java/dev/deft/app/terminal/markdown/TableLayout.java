package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Lays out the rows of a table: side by side, or as one `head: value` per line where the screen is
/// too narrow.
final class TableLayout {

    private static final String BAR = " │ ";
    private static final String CROSS = "─┼─";

    /// Columns of words must not get narrower than this.
    private static final int LEAST = 8;

    private final TableMeasure measure;
    private final List<TableRow.Alignment> alignments;
    private final int[] widths;
    private final int screen;
    private final Theme theme;

    private TableLayout(
            TableMeasure measure,
            List<TableRow.Alignment> alignments,
            int[] widths,
            int screen,
            Theme theme) {
        this.measure = measure;
        this.alignments = alignments;
        this.widths = widths;
        this.screen = screen;
        this.theme = theme;
    }

    static TableLayout of(
            TableMeasure measure, List<TableRow.Alignment> alignments, int screen, Theme theme) {
        int room = screen - BAR.length() * (measure.columns() - 1);
        return new TableLayout(measure, alignments, widths(measure, room), screen, theme);
    }

    /// The widths that fit; none if nothing does.
    private static int[] widths(TableMeasure measure, int room) {
        int columns = measure.columns();
        int[] natural = IntStream.range(0, columns).map(measure::natural).toArray();
        int[] words =
                IntStream.range(0, columns)
                        .map(it -> Math.max(measure.word(it), Math.min(LEAST, natural[it])))
                        .toArray();
        if (IntStream.of(natural).sum() <= room) {
            return natural;
        }
        if (IntStream.of(words).sum() <= room) {
            return grown(words, natural, room);
        }
        int[] least = IntStream.of(natural).map(it -> Math.min(it, LEAST)).toArray();
        return IntStream.of(least).sum() <= room ? grown(least, natural, room) : new int[0];
    }

    /// Gives the room to the narrowest columns that want more, one after the other.
    private static int[] grown(int[] least, int[] natural, int room) {
        int[] widths = least.clone();
        for (int left = room - IntStream.of(least).sum(); left > 0; left--) {
            int narrowest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean wants = widths[i] < natural[i];
                if (wants && (narrowest < 0 || widths[i] < widths[narrowest])) {
                    narrowest = i;
                }
            }
            widths[narrowest]++;
        }
        return widths;
    }

    private boolean isSideBySide() {
        return widths.length > 0;
    }

    List<AttributedString> head() {
        if (!isSideBySide()) {
            return List.of();
        }
        List<AttributedString> lines =
                new ArrayList<>(sideBySide(measure.heads().stream().map(it -> over(it)).toList()));
        var rule = new AttributedStringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : CROSS, theme.faint());
            rule.append("─".repeat(widths[i]), theme.faint());
        }
        lines.add(rule.toAttributedString());
        return lines;
    }

    private AttributedString over(AttributedString head) {
        var strong = new AttributedStringBuilder();
        for (int i = 0; i < head.length(); i++) {
            strong.append(
                    head.subSequence(i, i + 1).toString(),
                    Theme.over(head.styleAt(i), theme.strong()));
        }
        return strong.toAttributedString();
    }

    /// @param first whether no row comes before it
    List<AttributedString> row(List<AttributedString> row, boolean first) {
        return isSideBySide() ? sideBySide(row) : record(row, first);
    }

    private List<AttributedString> sideBySide(List<AttributedString> row) {
        List<List<AttributedString>> wrapped = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            wrapped.add(WordWrap.words(row.get(i), widths[i]));
            height = Math.max(height, wrapped.get(i).size());
        }
        var lines = new ArrayList<AttributedString>();
        for (int line = 0; line < height; line++) {
            var text = new AttributedStringBuilder();
            for (int i = 0; i < widths.length; i++) {
                text.append(i == 0 ? "" : BAR, theme.faint());
                List<AttributedString> column = wrapped.get(i);
                boolean below = line >= column.size();
                aligned(text, below ? AttributedString.EMPTY : column.get(line), i);
            }
            lines.add(text.toAttributedString());
        }
        return lines;
    }

    private void aligned(AttributedStringBuilder line, AttributedString text, int column) {
        int left = Math.max(0, widths[column] - WordWrap.width(text));
        int before =
                switch (alignments.get(column)) {
                    case LEFT -> 0;
                    case CENTER -> left / 2;
                    case RIGHT -> left;
                };
        line.append(" ".repeat(before)).append(text).append(" ".repeat(left - before));
    }

    private List<AttributedString> record(List<AttributedString> row, boolean first) {
        var lines = new ArrayList<AttributedString>();
        if (!first) {
            lines.add(AttributedString.EMPTY);
        }
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).length() == 0) {
                continue;
            }
            AttributedString value =
                    AttributedString.join(
                            AttributedString.EMPTY,
                            over(measure.heads().get(i)),
                            new AttributedString(": ", theme.faint()),
                            row.get(i));
            List<AttributedString> wrapped = WordWrap.words(value, screen - 2);
            for (int line = 0; line < wrapped.size(); line++) {
                lines.add(
                        AttributedString.join(
                                AttributedString.EMPTY,
                                new AttributedString(line == 0 ? "" : "  "),
                                wrapped.get(line)));
            }
        }
        return lines;
    }
}
