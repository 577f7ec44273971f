package dev.deft.app.terminal.editor;

import java.util.ArrayList;
import java.util.List;

/// Where the pieces of a text are when it is wrapped at a width.
///
/// @param rows at least one
record TextLayout(List<Piece> pieces, List<Row> rows) {

    /// Pieces side by side; a line end belongs to no row.
    record Row(int from, int to) {}

    static TextLayout of(List<Piece> pieces, int width) {
        List<Row> rows = new ArrayList<>();
        int from = 0;
        int used = 0;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            if (piece.isLineEnd()) {
                rows.add(new Row(from, i));
                from = i + 1;
                used = 0;
            } else {
                if (used > 0 && used + piece.width() > width) {
                    rows.add(new Row(from, i));
                    from = i;
                    used = 0;
                }
                used += piece.width();
            }
        }
        rows.add(new Row(from, pieces.size()));
        return new TextLayout(pieces, rows);
    }

    /// The row of a place. The end of a wrapped row is the start of the next one.
    int row(int place) {
        int row = 0;
        while (row + 1 < rows.size() && rows.get(row + 1).from <= place) {
            row++;
        }
        return row;
    }

    int column(int place) {
        int column = 0;
        for (int i = rows.get(row(place)).from; i < place; i++) {
            column += pieces.get(i).width();
        }
        return column;
    }

    /// The place in a row that is nearest to a column from the left.
    int place(int row, int column) {
        Row in = rows.get(row);
        int used = 0;
        int place = in.from;
        while (place < in.to && used + pieces.get(place).width() <= column) {
            used += pieces.get(place).width();
            place++;
        }
        boolean wrapped = row + 1 < rows.size() && rows.get(row + 1).from == in.to;
        return wrapped && place == in.to && place > in.from ? place - 1 : place;
    }
}
