package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.WCWidth;

/// The lines that all dialogs have in common, and their widths.
final class DialogLines {

    private static final String BETWEEN = " · ";

    /// Before the selected line, and as wide as [#UNSELECTED].
    static final String SELECTED = " ❯ ";

    static final String UNSELECTED = "   ";

    private DialogLines() {}

    static int width(String text) {
        return text.codePoints().map(it -> Math.max(0, WCWidth.wcwidth(it))).sum();
    }

    /// A rule with a title, and what is on its right if there is room: `── title ───── right ──`.
    static AttributedString heading(Theme theme, String title, String right, int columns) {
        var line = new AttributedStringBuilder().append("── ", theme.faint());
        line.append(cut(title, columns - 4), theme.accent()).append(' ');
        boolean both = fitsHeading(title, right, columns);
        int end = both ? width(right) + 4 : 0;
        line.append("─".repeat(Math.max(0, columns - line.columnLength() - end)), theme.faint());
        if (both) {
            line.append(" " + right + " ──", theme.faint());
        }
        return cut(line.toAttributedString(), columns);
    }

    static boolean fitsHeading(String title, String right, int columns) {
        return !right.isEmpty() && width(title) + width(right) + 11 <= columns;
    }

    /// The keys that can be pressed, the most important first; those without room are left out.
    static AttributedString keys(Theme theme, int columns, List<String> keys) {
        var line = new StringBuilder(" ");
        for (String key : keys) {
            String next = line.length() > 1 ? BETWEEN + key : key;
            if (width(line + next) <= columns) {
                line.append(next);
            }
        }
        return new AttributedString(line, theme.faint());
    }

    /// Text of one line with the mark of the selection before it.
    static AttributedString entry(Theme theme, boolean selected, String text) {
        return new AttributedString(
                (selected ? SELECTED : UNSELECTED) + text,
                selected ? theme.accent() : theme.plain());
    }

    /// An input behind a lead, with its cursor.
    static Frame input(Theme theme, String lead, TextInput.Line line) {
        AttributedString drawn =
                new AttributedStringBuilder()
                        .append(lead, theme.accent())
                        .append(line.text())
                        .toAttributedString();
        return new Frame(
                List.of(drawn), Optional.of(new Frame.Cursor(0, width(lead) + line.cursor())));
    }

    static String cut(String text, int columns) {
        return cut(new AttributedString(text), columns).toString();
    }

    /// Cuts a line that is too wide, with an ellipsis.
    static AttributedString cut(AttributedString line, int columns) {
        if (line.columnLength() <= columns) {
            return line;
        }
        if (columns < 1) {
            return AttributedString.EMPTY;
        }
        AttributedString head = line.columnSubSequence(0, columns - 1);
        AttributedStyle style =
                head.length() == 0 ? AttributedStyle.DEFAULT : head.styleAt(head.length() - 1);
        return new AttributedStringBuilder().append(head).append("…", style).toAttributedString();
    }

    /// A frame that fits, whatever the parts of a dialog did: a line too wide would move everything
    /// below it.
    static Frame fitted(
            List<AttributedString> lines, Optional<Frame.Cursor> cursor, int columns, int rows) {
        List<AttributedString> fitting =
                lines.stream().limit(rows).map(it -> cut(it, columns)).toList();
        return new Frame(
                fitting, cursor.filter(it -> it.line() < fitting.size() && it.column() < columns));
    }

    /// A text in a single line: line ends and tabs become spaces.
    static String oneLine(String text) {
        return text.replaceAll("[\\n\\t]+", " ").strip();
    }
}
