package dev.deft.app.terminal.device;

/// The escape sequences of a drawing.
final class ScreenUpdate {

    static final String SHOW_CURSOR = "\u001b[?25h";
    static final String HIDE_CURSOR = "\u001b[?25l";
    static final String ERASE_RIGHT = "\u001b[K";
    static final String ERASE_BELOW = "\u001b[J";

    /// The terminal shows all that follows at once.
    private static final String BEGIN = "\u001b[?2026h";

    private static final String END = "\u001b[?2026l";

    /// A character that is wider than we think must not wrap and move all that follows.
    static final String NO_WRAP = "\u001b[?7l";

    static final String WRAP = "\u001b[?7h";

    private ScreenUpdate() {}

    /// Wraps a drawing.
    ///
    /// @param show whether the cursor is visible afterwards
    /// @param question what to ask the terminal when it has drawn
    static String of(StringBuilder drawing, boolean show, String question) {
        return BEGIN
                + HIDE_CURSOR
                + NO_WRAP
                + drawing
                + WRAP
                + question
                + (show ? SHOW_CURSOR : "")
                + END;
    }

    /// Goes to another line. A line feed also goes down where a smaller window has no more lines.
    static void move(StringBuilder out, int from, int to) {
        up(out, from - to);
        out.repeat('\n', Math.max(0, to - from));
    }

    static void up(StringBuilder out, int rows) {
        if (rows > 0) {
            sequence(out, rows, 'A');
        }
    }

    static void right(StringBuilder out, int columns) {
        if (columns > 0) {
            sequence(out, columns, 'C');
        }
    }

    private static void sequence(StringBuilder out, int count, char end) {
        out.append("\u001b[").append(count).append(end);
    }
}
