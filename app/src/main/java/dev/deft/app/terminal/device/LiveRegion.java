package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// The lines at the bottom that are redrawn in place, and what is printed above them.
///
/// It knows what it drew last and where the cursor is in it, and returns the shortest text that
/// turns this into the next picture. All moves are relative, since the terminal scrolls.
///
/// The terminal may have another size than we think, and have wrapped its lines anew. Whatever
/// happens, at least [#row] lines of the region are above the cursor, so going up as far never
/// reaches what was printed:
/// - a line of the region never wraps while it is written;
/// - the cursor goes down by line feeds, which do not end at the bottom of the screen;
/// - a line that comes to be above the cursor was written by the same drawing, so it is not a piece
///   of a longer one.
final class LiveRegion {

    private static final AttributedString CUT =
            new AttributedString("…", AttributedStyle.DEFAULT.faint());

    /// How many printed lines can be printed again.
    private static final int MOST_KEPT = 500;

    private final boolean reflows;

    private List<StyledLine> shown = List.of();
    private WindowSize size;
    private int row;
    private int column;
    private boolean cursorVisible = true;

    /// Whether what is on the screen is unknown below the first line.
    private boolean stale;

    /// Whether the terminal said, for each drawing, that it had the size which we thought.
    private boolean certain;

    /// What the last drawing changed, if it began in a certain state and printed nothing.
    private Optional<Drawn> before = Optional.empty();

    /// The columns that the terminal had instead, and how many rows more the region has there.
    private int metColumns;

    private int more;

    /// The last lines that were printed, those that are overwritten if the terminal was wider than
    /// we thought, and those to print again.
    private final Deque<AttributedString> tail = new ArrayDeque<>();

    private final List<AttributedString> endangered = new ArrayList<>();
    private List<AttributedString> again = List.of();

    /// A region and where the cursor is in it.
    private record Drawn(List<StyledLine> lines, int row, int column) {

        /// The row of the cursor after the terminal has wrapped the lines. The cursor stays with a
        /// character before it, so behind a full row it may still be in that row.
        int wrappedRow(int columns) {
            int above = 0;
            if (row < lines.size()) {
                above = Math.max(0, Math.min(column, lines.get(row).columns()) - 1) / columns;
            }
            for (StyledLine line : lines.subList(0, Math.min(row, lines.size()))) {
                above += Math.max(1, Math.ceilDiv(line.columns(), columns));
            }
            return above;
        }
    }

    /// @param reflows whether the terminal wraps long lines anew when it gets narrower
    LiveRegion(WindowSize size, boolean reflows) {
        this.size = size;
        this.reflows = reflows;
    }

    /// Prints lines and draws the region below them.
    ///
    /// @param question what to ask the terminal when it has drawn
    /// @return what to write; empty if nothing changes
    String draw(List<AttributedString> printed, Frame live, WindowSize now, String question) {
        var picture = Picture.of(live, now);
        var out = new StringBuilder();
        boolean small = certain && !isMoved(now) && printed.isEmpty() && again.isEmpty();
        before = small ? Optional.of(new Drawn(shown, row, column)) : Optional.empty();
        if (isMoved(now)) {
            eraseAll(out, now);
        }
        List<AttributedString> finished = finished(printed, now.columns());
        int at =
                finished.isEmpty()
                        ? change(out, picture)
                        : print(out, finished, picture.lines(), now.columns());
        boolean drawn = !out.isEmpty();
        shown = picture.lines();
        place(out, at, picture, drawn);
        boolean was = cursorVisible;
        cursorVisible = picture.cursor().isPresent();
        if (!drawn && (out.isEmpty() || question.isEmpty())) {
            return out + cursorChange(was, cursorVisible);
        }
        return ScreenUpdate.of(out, cursorVisible, question);
    }

    private static String cursorChange(boolean was, boolean visible) {
        if (was == visible) {
            return "";
        }
        return visible ? ScreenUpdate.SHOW_CURSOR : ScreenUpdate.HIDE_CURSOR;
    }

    /// Whether the next drawing draws everything anew.
    boolean isMoved(WindowSize now) {
        return stale || !now.equals(size);
    }

    /// Says whether all drawings so far met the size that they were made for.
    void certain(boolean isCertain) {
        certain = isCertain;
        if (isCertain) {
            endangered.clear();
        }
    }

    /// A drawing met another size: everything is drawn anew next time. What may be overwritten is
    /// printed again, since a line that is there twice is better than none.
    void met(WindowSize other) {
        metColumns = other.columns();
        more = before.map(it -> it.wrappedRow(metColumns) - it.row()).orElse(0);
        again = Stream.concat(again.stream(), endangered.stream()).toList();
        endangered.clear();
        stale = true;
    }

    /// Goes to the first line and erases from there on, at the size that the terminal has now.
    /// Where it is not certain how the terminal wrapped the lines, some may stay above.
    private void eraseAll(StringBuilder out, WindowSize now) {
        int above = reflows ? above(now.columns()) : row;
        endangered.addAll(
                tail.stream().skip(Math.max(0, tail.size() - Math.max(0, above - row))).toList());
        ScreenUpdate.up(out, Math.min(above, now.rows() - 1));
        out.append('\r').append(ScreenUpdate.ERASE_BELOW);
        shown = List.of();
        size = now;
        row = 0;
        column = 0;
        stale = false;
        before = Optional.empty();
        more = 0;
    }

    /// How many rows the region has above the cursor.
    private int above(int columns) {
        if (certain && columns != size.columns()) {
            return new Drawn(shown, row, column).wrappedRow(columns);
        }
        return !certain && columns == metColumns ? row + more : row;
    }

    /// Rewrites the lines that differ, and those over which the cursor goes down.
    ///
    /// @return the row of the cursor
    private int change(StringBuilder out, Picture picture) {
        List<StyledLine> lines = picture.lines();
        int to = picture.cursorRow();
        int at = row;
        for (int i = 0; i < lines.size(); i++) {
            if (i >= shown.size()) {
                ScreenUpdate.move(out, at, Math.max(0, i - 1));
                out.append(i == 0 ? "\r" : "\r\n");
            } else if (lines.get(i).equals(shown.get(i)) && (i < row || i >= to)) {
                continue;
            } else {
                ScreenUpdate.move(out, at, i);
                out.append('\r');
            }
            write(out, lines.get(i));
            at = i;
        }
        if (lines.size() < shown.size()) {
            ScreenUpdate.move(out, at, lines.size());
            out.append('\r').append(ScreenUpdate.ERASE_BELOW);
            at = lines.size();
        }
        return at;
    }

    /// Writes finished lines over the region, and the region below them.
    private int print(
            StringBuilder out,
            List<AttributedString> finished,
            List<StyledLine> lines,
            int columns) {
        ScreenUpdate.up(out, row);
        // Also what is below: a line that the terminal wraps goes on there.
        out.append('\r').append(ScreenUpdate.ERASE_BELOW);
        // The terminal may be narrower already than it said; it wraps them then.
        out.append(ScreenUpdate.WRAP);
        for (AttributedString line : finished) {
            write(out, StyledLine.of(line, columns));
            out.append("\r\n");
        }
        out.append(ScreenUpdate.NO_WRAP);
        for (int i = 0; i < lines.size(); i++) {
            out.append(i == 0 ? "" : "\r\n");
            write(out, lines.get(i));
        }
        return Math.max(0, lines.size() - 1);
    }

    /// Lines that scroll away are never drawn again, so what is too wide is continued on the next
    /// line: the window may have become narrower since they were made.
    private List<AttributedString> finished(List<AttributedString> printed, int columns) {
        List<AttributedString> lines =
                Stream.concat(again.stream(), printed.stream())
                        .flatMap(it ->
                                it.columnLength() > columns
                                        ? it.columnSplitLength(columns).stream()
                                        : Stream.of(it))
                        .toList();
        again = List.of();
        tail.addAll(lines);
        while (tail.size() > MOST_KEPT) {
            tail.removeFirst();
        }
        return lines;
    }

    /// Erases first: a line keeps what is erased behind its text, and some terminals wrap that when
    /// they get narrower.
    private static void write(StringBuilder out, StyledLine line) {
        out.append(ScreenUpdate.ERASE_RIGHT).append(line.text());
    }

    /// Puts the cursor where the frame wants it, or to the start of the last line.
    private void place(StringBuilder out, int at, Picture picture, boolean drawn) {
        int toRow = picture.cursorRow();
        int toColumn = picture.cursor().map(Frame.Cursor::column).orElse(0);
        toColumn = Math.clamp(toColumn, 0, size.columns() - 1);
        if (!drawn && toRow == row && toColumn == column) {
            return;
        }
        ScreenUpdate.move(out, at, toRow);
        out.append('\r');
        ScreenUpdate.right(out, toColumn);
        row = toRow;
        column = toColumn;
    }

    /// Erases the region and shows the cursor at its start.
    String erase(WindowSize now) {
        var out = new StringBuilder();
        eraseAll(out, now);
        cursorVisible = true;
        return out + ScreenUpdate.SHOW_CURSOR;
    }

    /// Draws everything anew next time.
    void invalidate() {
        stale = true;
    }

    /// Forgets the region: the cursor is on an empty line where the next one begins.
    void forget() {
        shown = List.of();
        row = 0;
        column = 0;
        cursorVisible = true;
        again = List.of();
        tail.clear();
        endangered.clear();
    }

    /// What of a frame fits on the screen.
    private record Picture(List<StyledLine> lines, Optional<Frame.Cursor> cursor) {

        int cursorRow() {
            int last = Math.max(0, lines.size() - 1);
            return Math.min(last, cursor.map(Frame.Cursor::line).orElse(last));
        }

        static Picture of(Frame frame, WindowSize size) {
            int excess = frame.lines().size() - size.rows();
            if (excess <= 0) {
                return new Picture(styled(frame.lines(), size), frame.cursor());
            }
            List<AttributedString> last = new ArrayList<>();
            last.add(CUT);
            last.addAll(frame.lines().subList(excess + 1, frame.lines().size()));
            return new Picture(
                    styled(
                            size.rows() == 1 ? frame.lines().subList(excess, excess + 1) : last,
                            size),
                    frame.cursor()
                            .map(it -> new Frame.Cursor(it.line() - excess, it.column()))
                            .filter(it -> it.line() >= (size.rows() == 1 ? 0 : 1)));
        }

        private static List<StyledLine> styled(List<AttributedString> lines, WindowSize size) {
            return lines.stream().map(it -> StyledLine.of(it, size.columns())).toList();
        }
    }
}
