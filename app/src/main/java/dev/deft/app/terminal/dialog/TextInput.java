package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Key;
import java.text.BreakIterator;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// One line of text that the user edits. It scrolls sideways.
final class TextInput {

    /// What is typed or pasted beyond it is dropped.
    static final int LONGEST = 20_000;

    private static final String MORE = "…";

    private final UnaryOperator<String> shown;
    private String text = "";
    private int cursor;
    private int scrolled;

    /// @param shown makes a piece of the text safe to show, such as `TerminalText::decide`
    TextInput(UnaryOperator<String> shown) {
        this.shown = shown;
    }

    /// A drawn line.
    ///
    /// @param cursor the column of the cursor in it
    record Line(AttributedString text, int cursor) {}

    String text() {
        return text;
    }

    /// Replaces the text; the cursor is at its end.
    void set(String text) {
        this.text = "";
        cursor = 0;
        scrolled = 0;
        insert(text);
    }

    /// Takes a key.
    ///
    /// @return false if the key does not edit
    boolean press(Key key) {
        return switch (key) {
            case Key.Text(String typed) -> insert(typed);
            case Key.Pasted(String pasted) -> insert(pasted);
            case Key.Press(String name) -> edit(name);
            case Key.Focus _ -> false;
        };
    }

    private boolean insert(String more) {
        String line = more.replaceAll("\\R", " ").replace('\t', ' ');
        int room = Math.max(0, LONGEST - text.length());
        int end = Math.min(room, line.length());
        if (end > 0 && end < line.length() && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        String fitting = line.substring(0, end);
        text = text.substring(0, cursor) + fitting + text.substring(cursor);
        cursor += fitting.length();
        return true;
    }

    private boolean edit(String name) {
        switch (name) {
            case "left", "ctrl-b" -> cursor = before(cursor);
            case "right", "ctrl-f" -> cursor = after(cursor);
            case "home", "ctrl-a" -> cursor = 0;
            case "end", "ctrl-e" -> cursor = text.length();
            case "ctrl-left", "alt-left", "alt-b" -> cursor = wordBefore();
            case "ctrl-right", "alt-right", "alt-f" -> cursor = wordAfter();
            case "backspace", "ctrl-h" -> delete(before(cursor), cursor);
            case "delete", "ctrl-d" -> delete(cursor, after(cursor));
            case "ctrl-w", "alt-backspace", "ctrl-backspace" -> delete(wordBefore(), cursor);
            case "alt-d", "ctrl-delete" -> delete(cursor, wordAfter());
            case "ctrl-u" -> delete(0, cursor);
            case "ctrl-k" -> delete(cursor, text.length());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void delete(int from, int to) {
        text = text.substring(0, from) + text.substring(to);
        cursor = from;
    }

    private int before(int offset) {
        return offset == 0 ? 0 : characters().preceding(offset);
    }

    private int after(int offset) {
        return offset == text.length() ? offset : characters().following(offset);
    }

    /// The characters as the user sees them, with their combining characters.
    private BreakIterator characters() {
        BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
        characters.setText(text);
        return characters;
    }

    private int wordBefore() {
        int at = cursor;
        while (at > 0 && !isWord(at - 1)) {
            at--;
        }
        while (at > 0 && isWord(at - 1)) {
            at--;
        }
        return at;
    }

    private int wordAfter() {
        int at = cursor;
        while (at < text.length() && !isWord(at)) {
            at++;
        }
        while (at < text.length() && isWord(at)) {
            at++;
        }
        return at;
    }

    /// Everything but white space, so that a path or an option is one word.
    private boolean isWord(int offset) {
        return !Character.isWhitespace(text.charAt(offset));
    }

    Line draw(int columns, AttributedStyle style) {
        scrolled = Math.clamp(scrolled, firstVisible(Math.max(3, columns)), cursor);
        String before = (scrolled > 0 ? MORE : "") + shown.apply(text.substring(scrolled, cursor));
        String line = before + shown.apply(text.substring(cursor));
        return new Line(
                DialogLines.cut(new AttributedString(line, style), columns),
                DialogLines.width(before));
    }

    /// The first character that may be shown such that the cursor is seen too. It needs a column of
    /// its own, also behind the last character; another one is for the ellipsis.
    private int firstVisible(int columns) {
        BreakIterator characters = characters();
        int first = cursor;
        int used = 0;
        while (first > 0) {
            int next = characters.preceding(first);
            used += DialogLines.width(shown.apply(text.substring(next, first)));
            if (used + (next > 0 ? 2 : 1) > columns) {
                break;
            }
            first = next;
        }
        return first;
    }
}
