package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// The lines at the bottom that are redrawn in place, and what is printed above them.
///
/// It knows what it drew last and where the cursor is in it, and returns the shortest text that
/// turns this into the next picture. All moves are relative, since the terminal scrolls.
final class LiveRegion {

    private static final AttributedString CUT =
            new AttributedString("…", AttributedStyle.DEFAULT.faint());

    private final boolean reflows;

    private List<StyledLine> shown = List.of();
    private WindowSize size;
    private int row;
    private int column;
    private boolean cursorVisible = true;

    /// Whether what is on the screen is unknown below the first line.
    private boolean stale;

    /// @param reflows whether the terminal wraps long lines anew when it gets narrower
    LiveRegion(WindowSize size, boolean reflows) {
        this.size = size;
        this.reflows = reflows;
    }

    /// Prints lines and draws the region below them.
    ///
    /// @return what to write; empty if nothing changes
    String draw(List<AttributedString> printed, Frame live, WindowSize now) {
        var picture = Picture.of(live, now);
        var out = new StringBuilder();
        if (stale || !now.equals(size)) {
            eraseAll(out, now);
        }
        int at =
                printed.isEmpty()
                        ? change(out, picture.lines())
                        : print(out, printed, picture.lines(), now.columns());
        boolean drawn = !out.isEmpty();
        shown = picture.lines();
        place(out, at, picture, drawn);
        boolean was = cursorVisible;
        cursorVisible = picture.cursor().isPresent();
        return drawn ? ScreenUpdate.of(out, cursorVisible) : out + cursorChange(was, cursorVisible);
    }

    private static String cursorChange(boolean was, boolean visible) {
        if (was == visible) {
            return "";
        }
        return visible ? ScreenUpdate.SHOW_CURSOR : ScreenUpdate.HIDE_CURSOR;
    }

    /// Goes to the first line and erases from there on, at the size that the terminal has now.
    private void eraseAll(StringBuilder out, WindowSize now) {
        int above = row;
        if (reflows && now.columns() != size.columns()) {
            above = column / now.columns();
            for (StyledLine line : shown.subList(0, Math.min(row, shown.size()))) {
                above += Math.max(1, Math.ceilDiv(line.columns(), now.columns()));
            }
        }
        ScreenUpdate.up(out, Math.min(above, now.rows() - 1));
        out.append('\r').append(ScreenUpdate.ERASE_BELOW);
        shown = List.of();
        size = now;
        row = 0;
        column = 0;
        stale = false;
    }

    /// Rewrites the lines that differ.
    ///
    /// @return the row of the cursor
    private int change(StringBuilder out, List<StyledLine> lines) {
        int at = row;
        for (int i = 0; i < lines.size(); i++) {
            if (i >= shown.size()) {
                ScreenUpdate.move(out, at, Math.max(0, i - 1));
                out.append(i == 0 ? "\r" : "\r\n");
            } else if (lines.get(i).equals(shown.get(i))) {
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
            List<AttributedString> printed,
            List<StyledLine> lines,
            int columns) {
        ScreenUpdate.up(out, row);
        out.append('\r');
        List<StyledLine> finished = finished(printed, columns);
        // The terminal may be narrower already than it said; it wraps them then.
        out.append(ScreenUpdate.WRAP);
        for (StyledLine line : finished) {
            write(out, line);
            out.append("\r\n");
        }
        out.append(ScreenUpdate.NO_WRAP);
        for (int i = 0; i < lines.size(); i++) {
            out.append(i == 0 ? "" : "\r\n");
            write(out, lines.get(i));
        }
        int at = Math.max(0, lines.size() - 1);
        if (shown.size() > finished.size() + lines.size()) {
            out.append(lines.isEmpty() ? "" : "\r\n").append(ScreenUpdate.ERASE_BELOW);
            at = lines.size();
        }
        return at;
    }

    /// Lines that scroll away are never drawn again, so what is too wide is continued on the next
    /// line: the window may have become narrower since they were made.
    private static List<StyledLine> finished(List<AttributedString> printed, int columns) {
        return printed.stream()
                .flatMap(it ->
                        it.columnLength() > columns
                                ? it.columnSplitLength(columns).stream()
                                : Stream.of(it))
                .map(it -> StyledLine.of(it, columns))
                .toList();
    }

    /// Erases first: a line keeps what is erased behind its text, and some terminals wrap that when
    /// they get narrower.
    private static void write(StringBuilder out, StyledLine line) {
        out.append(ScreenUpdate.ERASE_RIGHT).append(line.text());
    }

    /// Puts the cursor where the frame wants it, or to the start of the last line.
    private void place(StringBuilder out, int at, Picture picture, boolean drawn) {
        int last = Math.max(0, picture.lines().size() - 1);
        int toRow = Math.min(last, picture.cursor().map(Frame.Cursor::line).orElse(last));
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
    }

    /// What of a frame fits on the screen.
    private record Picture(List<StyledLine> lines, Optional<Frame.Cursor> cursor) {

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
