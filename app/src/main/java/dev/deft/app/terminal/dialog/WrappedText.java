package dev.deft.app.terminal.dialog;

import dev.deft.output.TerminalText;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Foreign text to decide on, wrapped to a width. Invisible characters are named.
///
/// The lead of a line tells whether the text itself begins a line there, so that a line that was
/// wrapped cannot pass for two. Only the places of the lines are kept, and names of characters are
/// written for the lines that are shown: a text of escape characters would be eight times as long.
final class WrappedText implements Block {

    private static final String TAB = "    ";

    private final String text;
    private final Leads leads;
    private final IntFunction<AttributedStyle> style;
    private int[] starts = new int[1];
    private int size;

    /// @param style of a line of the text, by its first character; 0 for an empty line
    WrappedText(
            CharacterWidths widths,
            String text,
            int columns,
            Leads leads,
            IntFunction<AttributedStyle> style) {
        this.text = text;
        this.leads = leads;
        this.style = style;
        wrap(widths, Math.max(1, columns - leads.columns()));
    }

    WrappedText(
            CharacterWidths widths, String text, int columns, Leads leads, AttributedStyle style) {
        this(widths, text, columns, leads, _ -> style);
    }

    /// What stands before the lines; all are equally wide.
    ///
    /// @param first before the first line
    /// @param next before each further line of the text
    /// @param wrapped before the rest of a line that was wrapped
    record Leads(String first, String next, String wrapped, AttributedStyle style) {

        static Leads blank(int columns) {
            String blank = " ".repeat(columns);
            return new Leads(blank, blank, blank, AttributedStyle.DEFAULT);
        }

        /// The first line only, as before a value.
        static Leads hanging(String first, AttributedStyle style) {
            String blank = " ".repeat(DialogLines.width(first));
            return new Leads(first, blank, blank, style);
        }

        int columns() {
            return DialogLines.width(first);
        }
    }

    private void wrap(CharacterWidths widths, int columns) {
        start(0);
        int used = 0;
        int space = -1;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            int after = i + Character.charCount(character);
            if (character == '\n') {
                start(after);
                used = 0;
                space = -1;
            } else {
                int width = widths.of(character);
                if (used + width > columns && used > 0) {
                    // After the last space if there is one, else in the middle of a word.
                    int at = space > starts[size - 1] ? space : i;
                    start(at);
                    used = widths.of(text, at, i);
                    space = -1;
                }
                used += width;
                space = character == ' ' ? after : space;
            }
            i = after;
        }
    }

    private void start(int offset) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
        }
        starts[size++] = offset;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public AttributedString line(int index) {
        int start = starts[index];
        int end = index + 1 < size ? starts[index + 1] : text.length();
        String line = text.substring(start, end);
        return new AttributedStringBuilder()
                .append(lead(start), leads.style())
                .append(
                        shown(line.endsWith("\n") ? line.substring(0, line.length() - 1) : line),
                        style.apply(firstOfLine(start)))
                .toAttributedString();
    }

    private String lead(int start) {
        if (start == 0) {
            return leads.first();
        }
        return text.charAt(start - 1) == '\n' ? leads.next() : leads.wrapped();
    }

    private int firstOfLine(int start) {
        int first = start == 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
        return first < text.length() ? text.charAt(first) : 0;
    }

    static String shown(String line) {
        return TerminalText.decideLines(line).replace("\t", TAB);
    }
}
