package dev.deft.app.terminal.diff;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// Lines up to a number; of the rest it only counts the rows.
final class BoundedLines {

    private final int columns;
    private final int most;
    private final List<Line> lines = new ArrayList<>();
    private int rows;

    BoundedLines(int columns, int most) {
        this.columns = columns;
        this.most = most;
    }

    /// @param row how many rows of the diff come before it
    private record Line(AttributedString text, int row) {}

    int columns() {
        return columns;
    }

    boolean isFull() {
        return lines.size() > most;
    }

    /// How many rows can still be shown at the most.
    int room() {
        return most + 1 - lines.size();
    }

    /// A text without what no line has room for.
    String shortened(String text) {
        long longest = ((long) room() + 1) * columns;
        if (text.length() <= longest) {
            return text;
        }
        int end = (int) longest;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    /// Adds a row of the diff.
    void row(List<AttributedString> texts) {
        add(texts);
        rows++;
    }

    /// Counts a row that is not shown.
    void skipRows(int count) {
        rows += count;
    }

    /// Adds lines that are no row of the diff.
    void extra(List<AttributedString> texts) {
        add(texts);
    }

    private void add(List<AttributedString> texts) {
        for (AttributedString text : texts) {
            if (isFull()) {
                return;
            }
            lines.add(new Line(text, rows));
        }
    }

    List<AttributedString> all(AttributedStyle faint) {
        if (!isFull()) {
            return lines.stream().map(Line::text).toList();
        }
        int hidden = rows - lines.get(most - 1).row();
        String note = "… " + hidden + (hidden == 1 ? " more line" : " more lines");
        var shown = new ArrayList<AttributedString>();
        lines.subList(0, most - 1).forEach(it -> shown.add(it.text()));
        shown.add(new AttributedString(note.substring(0, Math.min(note.length(), columns)), faint));
        return List.copyOf(shown);
    }
}
