package dev.deft.app.picture;

import dev.deft.app.terminal.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines of a terminal as pieces of one style each, on their columns.
final class StyledText {

    /// Styles, and what else a capture may hold, which is left out.
    private static final Pattern SEQUENCE =
            Pattern.compile(
                    "\u001b\\[([0-9;:]*)m|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|[\u000e\u000f]");

    private StyledText() {}

    /// @param column where it begins, from 0
    record Piece(CellStyle style, String text, int column) {

        int columns() {
            return TextWidth.of(text);
        }
    }

    /// Reads lines. A style lasts until it is changed, also on the next line.
    static List<List<Piece>> lines(List<String> lines) {
        List<List<Piece>> all = new ArrayList<>();
        CellStyle style = CellStyle.PLAIN;
        for (String line : lines) {
            List<Piece> pieces = new ArrayList<>();
            Matcher sequences = SEQUENCE.matcher(line);
            int done = 0;
            int column = 0;
            while (sequences.find()) {
                column += add(pieces, style, line.substring(done, sequences.start()), column);
                if (sequences.group(1) != null) {
                    style = style.after(sequences.group(1));
                }
                done = sequences.end();
            }
            add(pieces, style, line.substring(done), column);
            all.add(pieces);
        }
        return all;
    }

    private static int add(List<Piece> pieces, CellStyle style, String text, int column) {
        if (text.isEmpty()) {
            return 0;
        }
        pieces.add(new Piece(style, text, column));
        return TextWidth.of(text);
    }

    /// Breaks a line where a terminal would.
    static List<List<Piece>> wrapped(List<Piece> pieces, int columns) {
        List<List<Piece>> lines = new ArrayList<>();
        List<Piece> line = new ArrayList<>();
        int column = 0;
        for (Piece piece : pieces) {
            var text = new StringBuilder();
            int begin = column;
            for (int character : piece.text().codePoints().toArray()) {
                int width = TextWidth.of(Character.toString(character));
                if (column + width > columns) {
                    add(line, piece.style(), text.toString(), begin);
                    text.setLength(0);
                    lines.add(line);
                    line = new ArrayList<>();
                    column = 0;
                    begin = 0;
                }
                text.appendCodePoint(character);
                column += width;
            }
            add(line, piece.style(), text.toString(), begin);
        }
        lines.add(line);
        return lines;
    }
}
