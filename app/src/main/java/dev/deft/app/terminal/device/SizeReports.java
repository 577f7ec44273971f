package dev.deft.app.terminal.device;

import java.util.ArrayDeque;
import java.util.Queue;

/// Asks the terminal for its size behind each drawing.
///
/// A terminal that is resized wraps its lines first and tells it later, so a drawing may meet
/// another size than the one it was made for. The answer to a question in the same write says which
/// one it was. Terminals that do not answer are not asked for long.
final class SizeReports {

    /// Where the cursor is after a move to the last corner. The question for the size itself gets
    /// no answer from many terminals, and rows and columns exchanged from some.
    private static final String QUESTION = "\u001b7\u001b[9999;9999H\u001b[6n\u001b8";

    /// A terminal that leaves so many questions open does not answer.
    private static final int MOST_OPEN = 64;

    private static final int SMALLEST = 2;
    private static final int LARGEST = 10_000;

    private final Queue<WindowSize> asked = new ArrayDeque<>();
    private boolean silent;
    private boolean heard;
    private boolean met = true;

    /// Creates it.
    ///
    /// @param silent whether the terminal is never asked
    SizeReports(boolean silent) {
        this.silent = silent;
    }

    /// The question to write behind a drawing; empty if the terminal is not asked.
    String question() {
        return silent ? "" : QUESTION;
    }

    /// A drawing was made.
    ///
    /// @param anew whether it replaces all before it
    /// @param withQuestion whether the terminal was asked behind it
    void drawn(WindowSize believed, boolean anew, boolean withQuestion) {
        if (silent) {
            return;
        }
        if (!withQuestion) {
            met = false;
            return;
        }
        met |= anew;
        asked.add(believed);
        if (asked.size() > MOST_OPEN) {
            giveUp();
        }
    }

    /// Takes an answer.
    ///
    /// @return whether the drawing met the size it was made for, as far as the answer tells
    boolean answered(WindowSize size) {
        heard = true;
        if (silent || asked.isEmpty()) {
            return true;
        }
        if (!isSize(size.columns()) || !isSize(size.rows())) {
            giveUp();
            return true;
        }
        boolean same = asked.remove().equals(size);
        met &= same;
        return same;
    }

    private static boolean isSize(int cells) {
        return cells >= SMALLEST && cells <= LARGEST;
    }

    /// Whether answers may still come.
    boolean isOpen() {
        return !asked.isEmpty();
    }

    /// Whether each drawing since the last one of everything met the size it was made for.
    boolean isCertain() {
        return !silent && asked.isEmpty() && met;
    }

    /// Stops to wait for answers. A terminal that never gave one is not asked again.
    void late() {
        if (!heard) {
            giveUp();
        }
    }

    private void giveUp() {
        silent = true;
        asked.clear();
    }
}
