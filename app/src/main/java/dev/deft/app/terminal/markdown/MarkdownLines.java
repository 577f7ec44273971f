package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/// Draws Markdown while it streams.
///
/// Lines that can no longer change are given out once; only the unfinished rest is drawn again. The
/// lines do not depend on how the text is cut into pieces. The work for a piece is bounded, however
/// long the text is: a line is read in parts of at most [#LONGEST_LINE] characters.
public final class MarkdownLines {

    /// A longer line is read in parts; it cannot be a heading or the row of a table.
    private static final int LONGEST_LINE = 2_048;

    private static final int LONGEST_PART = 1_024;
    private static final int TAB = 4;

    private final Theme theme;
    private final StringBuilder pending = new StringBuilder();
    private BlockParser parser;
    private BlockOutput.State state = BlockOutput.State.START;
    private boolean inLongLine;
    private boolean afterCarriageReturn;

    public MarkdownLines(Theme theme) {
        this.theme = theme;
        this.parser = new BlockParser(theme);
    }

    /// All lines of a text.
    public static List<AttributedString> of(String text, int columns, Theme theme) {
        var lines = new MarkdownLines(theme);
        var all = new ArrayList<>(lines.take(text, columns));
        all.addAll(lines.end(columns));
        return List.copyOf(all);
    }

    /// Takes a piece of text, cut anywhere.
    ///
    /// @return the lines that can no longer change, since the last call
    public List<AttributedString> take(String piece, int columns) {
        var output = new BlockOutput(theme, columns, state);
        for (int i = 0; i < piece.length(); i++) {
            take(piece.charAt(i), output);
        }
        state = output.state();
        return output.lines();
    }

    private void take(char unit, BlockOutput output) {
        boolean secondHalf = unit == '\n' && afterCarriageReturn;
        afterCarriageReturn = unit == '\r';
        if (secondHalf) {
            return;
        }
        if (unit == '\n' || unit == '\r') {
            read(parser, true, output);
            inLongLine = false;
            return;
        }
        pending.append(unit);
        int longest = inLongLine ? LONGEST_PART : LONGEST_LINE;
        if (pending.length() >= longest && !Character.isHighSurrogate(unit)) {
            read(parser, false, output);
            inLongLine = true;
        }
    }

    private void read(BlockParser reader, boolean ends, BlockOutput output) {
        String text = shown(pending.toString());
        pending.setLength(0);
        if (inLongLine) {
            reader.more(text, ends, output);
        } else {
            reader.line(text, ends, output);
        }
    }

    /// Draws the rest as if the text ended here.
    public List<AttributedString> open(int columns) {
        var output = new BlockOutput(theme, columns, state);
        String rest = pending.toString();
        finish(parser.copy(), output);
        pending.append(rest);
        return output.lines();
    }

    /// How many characters were parsed so far: what the text cost.
    long parsed() {
        return parser.parsed();
    }

    /// Ends the text; the next piece starts another one.
    ///
    /// @return the lines that were not given out yet
    public List<AttributedString> end(int columns) {
        var output = new BlockOutput(theme, columns, state);
        finish(parser, output);
        parser = new BlockParser(theme);
        state = BlockOutput.State.START;
        inLongLine = false;
        afterCarriageReturn = false;
        return output.lines();
    }

    private void finish(BlockParser reader, BlockOutput output) {
        if (!pending.isEmpty()) {
            read(reader, true, output);
        }
        reader.end(output);
    }

    private static String shown(String line) {
        String text = TerminalText.read(line);
        if (text.indexOf('\t') < 0) {
            return text;
        }
        var spaced = new StringBuilder(text.length() + TAB);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t') {
                spaced.repeat(' ', TAB - spaced.length() % TAB);
            } else {
                spaced.append(c);
            }
        }
        return spaced.toString();
    }
}
