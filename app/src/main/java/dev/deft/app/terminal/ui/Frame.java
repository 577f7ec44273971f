package dev.deft.app.terminal.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/// Lines of the screen, and where the cursor is in them. No line has a line end in it.
///
/// @param cursor hidden if empty
public record Frame(List<AttributedString> lines, Optional<Cursor> cursor) {

    public static final Frame EMPTY = new Frame(List.of(), Optional.empty());

    public Frame {
        lines = List.copyOf(lines);
    }

    /// Lines without a cursor.
    public static Frame of(List<AttributedString> lines) {
        return new Frame(lines, Optional.empty());
    }

    /// This frame with another one below it. The cursor of the lower one wins.
    public Frame above(Frame lower) {
        List<AttributedString> all = new ArrayList<>(lines);
        all.addAll(lower.lines);
        return new Frame(
                all,
                lower.cursor
                        .map(it -> new Cursor(it.line() + lines.size(), it.column()))
                        .or(() -> cursor));
    }

    /// A place in a frame, from 0.
    public record Cursor(int line, int column) {}
}
