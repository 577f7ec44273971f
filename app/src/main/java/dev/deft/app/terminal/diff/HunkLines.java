package dev.deft.app.terminal.diff;

import dev.deft.app.terminal.diff.DiffSection.Kind;
import dev.deft.app.terminal.diff.DiffSection.Row;
import dev.deft.app.terminal.diff.WordDiff.Words;
import dev.deft.app.terminal.markdown.WordWrap;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Draws hunks: a gutter with numbers, signs, and text that wraps behind the gutter.
final class HunkLines {

    /// The words of longer lines are not compared.
    private static final int LONGEST_COMPARED = 4_000;

    /// Without so much room for text there are no numbers.
    private static final int LEAST_TEXT = 12;

    private static final String SIGN = "- ";

    private final BoundedLines lines;
    private final Theme theme;
    private final WorkLimit limit;
    private int digits = 1;

    HunkLines(BoundedLines lines, Theme theme, WorkLimit limit) {
        this.lines = lines;
        this.theme = theme;
        this.limit = limit;
    }

    /// @param highest the highest number of a line in it
    void startFile(int highest) {
        digits = String.valueOf(highest).length();
    }

    void draw(DiffSection.Hunk hunk) {
        if (!hunk.first()) {
            lines.extra(List.of(separator(hunk.title())));
        }
        List<Row> rows = hunk.rows();
        for (int at = 0; at < rows.size(); ) {
            if (lines.isFull()) {
                lines.skipRows(rows.size() - at);
                return;
            }
            int end = changeEnd(rows, at);
            if (end > at) {
                change(rows.subList(at, end));
                at = end;
            } else {
                same(rows.get(at));
                at++;
            }
        }
    }

    private AttributedString separator(String title) {
        String dots = " ".repeat(isNumbered() ? digits - 1 : 0) + "⋮";
        String text = title.isBlank() ? dots : dots + "  " + lines.shortened(title.strip());
        var line = new AttributedString(TerminalText.decide(text), theme.faint());
        return WordWrap.cut(line, lines.columns());
    }

    private boolean isNumbered() {
        return lines.columns() - digits - 1 - SIGN.length() >= LEAST_TEXT;
    }

    /// The end of the removed lines, and the added ones after them, that start here.
    private static int changeEnd(List<Row> rows, int start) {
        int at = start;
        while (at < rows.size() && isOf(rows, at, Kind.REMOVED)) {
            at++;
        }
        while (at < rows.size() && at > start && isOf(rows, at, Kind.NOTE)) {
            at++;
        }
        while (at < rows.size() && isOf(rows, at, Kind.ADDED)) {
            at++;
        }
        return at;
    }

    private static boolean isOf(List<Row> rows, int at, Kind kind) {
        return rows.get(at).kind() == kind;
    }

    private void same(Row row) {
        if (row.kind() == Kind.NOTE) {
            String note = "\\ " + TerminalText.decide(lines.shortened(row.text()));
            gutter(row, "", theme.faint(), new AttributedString(note, theme.faint()));
            return;
        }
        String text = lines.shortened(row.text());
        gutter(row, "  ", theme.plain(), new DiffText(theme, theme.plain()).same(text));
    }

    /// Only rows that can be shown are compared.
    private void change(List<Row> rows) {
        List<Row> removed = shown(rows, Kind.REMOVED);
        List<Row> added = shown(rows, Kind.ADDED);
        List<Words> old = words(removed);
        List<Words> now = words(added);
        var changes = new HashMap<Row, BitSet>();
        int[] partners = LinePairs.of(old, now, limit);
        for (int i = 0; i < partners.length; i++) {
            if (partners[i] != LinePairs.NONE) {
                Row before = removed.get(i);
                Row after = added.get(partners[i]);
                WordDiff.between(old.get(i), now.get(partners[i]), limit)
                        .ifPresent(it -> {
                            changes.put(before, it.removed());
                            changes.put(after, it.added());
                        });
            }
        }
        rows.forEach(it -> changed(it, changes));
    }

    private List<Row> shown(List<Row> rows, Kind kind) {
        return rows.stream().filter(it -> it.kind() == kind).limit(lines.room()).toList();
    }

    private static List<Words> words(List<Row> rows) {
        var words = new ArrayList<Words>();
        rows.forEach(it -> words.add(Words.of(it.text(), LONGEST_COMPARED)));
        return words;
    }

    private void changed(Row row, Map<Row, BitSet> changes) {
        if (lines.isFull()) {
            lines.skipRows(1);
            return;
        }
        if (row.kind() == Kind.NOTE) {
            same(row);
            return;
        }
        boolean added = row.kind() == Kind.ADDED;
        AttributedStyle style = added ? theme.added() : theme.removed();
        var text = new DiffText(theme, style, added ? theme.addedWord() : theme.removedWord());
        BitSet words = changes.get(row);
        AttributedString line =
                words == null
                        ? text.whole(lines.shortened(row.text()))
                        : text.words(Words.of(row.text(), LONGEST_COMPARED).words(), words);
        gutter(row, added ? "+ " : SIGN, style, line);
    }

    private void gutter(Row row, String sign, AttributedStyle style, AttributedString text) {
        int numbers = isNumbered() ? digits + 1 : 0;
        String number = row.kind() == Kind.NOTE ? "" : String.valueOf(row.number());
        List<AttributedString> texts =
                WordWrap.anywhere(text, lines.columns() - numbers - SIGN.length());
        var drawn = new ArrayList<AttributedString>();
        for (int i = 0; i < texts.size(); i++) {
            var line = new AttributedStringBuilder();
            String shown = i == 0 && numbers > 0 ? number : "";
            line.append(" ".repeat(Math.max(0, numbers - 1 - shown.length())));
            line.append(shown, theme.faint()).append(numbers > 0 ? " " : "");
            line.append(i == 0 ? sign : "", style);
            line.append(" ".repeat(i == 0 ? SIGN.length() - sign.length() : SIGN.length()));
            line.append(texts.get(i));
            drawn.add(trimmed(line));
        }
        lines.row(drawn);
    }

    private static AttributedString trimmed(AttributedStringBuilder line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        return line.subSequence(0, end);
    }
}
