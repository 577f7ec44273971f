package dev.deft.app.terminal.editor;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Draws the input, and remembers how far it is scrolled.
final class InputView {

    static final int PROMPT_WIDTH = 2;

    /// The cursor behind the last character of a full row needs a column too.
    private static final int CURSOR_WIDTH = 1;

    private static final int SHARE_OF_SCREEN = 3;
    private static final String PROMPT = "› ";
    private static final String INDENT = "  ";

    private final Theme theme;
    private int top;

    InputView(Theme theme) {
        this.theme = theme;
    }

    static int textWidth(int columns) {
        return Math.max(1, columns - PROMPT_WIDTH - CURSOR_WIDTH);
    }

    /// The part of a text around the cursor that fits.
    Frame draw(List<Piece> pieces, int cursor, int columns, int rows) {
        TextLayout layout = TextLayout.of(pieces, textWidth(columns));
        int most = Math.max(1, rows / SHARE_OF_SCREEN);
        int height = Math.min(most, layout.rows().size());
        int row = layout.row(cursor);
        top = Math.clamp(top, Math.max(0, row - height + 1), row);
        top = Math.min(top, layout.rows().size() - height);
        List<AttributedString> lines = new ArrayList<>();
        for (int i = top; i < top + height; i++) {
            lines.add(line(layout, i, columns));
        }
        int column = Math.min(columns - 1, PROMPT_WIDTH + layout.column(cursor));
        return new Frame(lines, Optional.of(new Frame.Cursor(row - top, column)));
    }

    private AttributedString line(TextLayout layout, int row, int columns) {
        var line = new AttributedStringBuilder();
        line.append(row == 0 ? PROMPT : INDENT, theme.accent());
        TextLayout.Row in = layout.rows().get(row);
        for (Piece piece : layout.pieces().subList(in.from(), in.to())) {
            AttributedStyle style = piece.token().isPresent() ? theme.code() : theme.plain();
            line.append(piece.shown(), style);
        }
        return line.toAttributedString().columnSubSequence(0, columns);
    }

    Frame placeholder(String text, int columns) {
        AttributedString line =
                new AttributedStringBuilder()
                        .append(PROMPT, theme.accent())
                        .append(
                                TerminalText.line(text, textWidth(columns) + CURSOR_WIDTH),
                                theme.faint())
                        .toAttributedString()
                        .columnSubSequence(0, columns);
        int column = Math.min(columns - 1, PROMPT_WIDTH);
        return new Frame(List.of(line), Optional.of(new Frame.Cursor(0, column)));
    }

    /// The line that shows what is searched for, with the cursor in it.
    Frame search(HistorySearch search, int columns) {
        AttributedString line =
                new AttributedStringBuilder()
                        .append(
                                search.isMissing() ? "  no match: " : "  search: ",
                                search.isMissing() ? theme.warning() : theme.faint())
                        .append(TerminalText.decide(search.query()), theme.strong())
                        .toAttributedString();
        int column = Math.min(columns - 1, line.columnLength());
        return new Frame(
                List.of(line.columnSubSequence(0, columns)),
                Optional.of(new Frame.Cursor(0, column)));
    }
}
