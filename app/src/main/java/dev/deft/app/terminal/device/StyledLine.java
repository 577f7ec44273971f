package dev.deft.app.terminal.device;

import dev.deft.output.InvisibleCharacters;
import dev.deft.output.TerminalText;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// One line in the form that is written to the terminal. It is the last filter: whatever a line
/// contains, only its styles become escape sequences, and unsafe characters are shown by name.
///
/// @param text printable characters, and sequences for colors and weights
/// @param columns how many columns it takes at least: terminals differ about some characters, and
///   about blanks at the end
record StyledLine(String text, int columns) {

    private static final String RESET = "\u001b[0m";

    private static final long BOLD = AttributedStyle.DEFAULT.bold().getStyle();
    private static final long FAINT = AttributedStyle.DEFAULT.faint().getStyle();
    private static final long ITALIC = AttributedStyle.DEFAULT.italic().getStyle();
    private static final long UNDERLINE = AttributedStyle.DEFAULT.underline().getStyle();
    private static final long INVERSE = AttributedStyle.DEFAULT.inverse().getStyle();
    private static final long CROSSED_OUT = AttributedStyle.DEFAULT.crossedOut().getStyle();
    private static final long FOREGROUND = AttributedStyle.DEFAULT.foreground(0).getStyle();
    private static final long BACKGROUND = AttributedStyle.DEFAULT.background(0).getStyle();

    /// Where a style keeps the numbers of its colors.
    private static final int FOREGROUND_BITS = 15;

    private static final int BACKGROUND_BITS = 39;

    private static final int PALETTE = 256;

    /// Makes a line safe and cuts it to the screen.
    static StyledLine of(AttributedString line, int columns) {
        AttributedString safe = safe(line);
        if (width(safe) > columns) {
            safe = safe.columnSubSequence(0, columns);
        }
        return new StyledLine(encode(safe), leastWidth(safe));
    }

    private static int leastWidth(AttributedString line) {
        String text = line.toString().stripTrailing();
        return text.codePoints().map(StyledLine::leastWidth).sum();
    }

    /// Letters, lines and symbols take one column everywhere; of the wide characters only those
    /// that never join with others are counted.
    private static int leastWidth(int character) {
        if (character < 0x300
                || (character >= 0x2010 && character < 0x2600)
                || (character >= 0x2800 && character < 0x2900)) {
            return 1;
        }
        boolean wide =
                Character.isIdeographic(character)
                        || (character >= 0x3041 && character < 0x3130)
                        || (character >= 0xac00 && character < 0xd7a4);
        return wide ? 2 : 0;
    }

    private static AttributedString safe(AttributedString line) {
        if (line.chars().allMatch(it -> it >= ' ' && it < 0x7f)
                || line.codePoints().noneMatch(StyledLine::isUnsafe)) {
            return line;
        }
        var safe = new AttributedStringBuilder(line.length() + 32);
        for (int at = 0; at < line.length(); ) {
            int character = line.codePointAt(at);
            int next = at + Character.charCount(character);
            String shown = line.subSequence(at, next).toString();
            safe.append(TerminalText.named(shown, StyledLine::isUnsafe), line.styleAt(at));
            at = next;
        }
        return safe.toAttributedString();
    }

    private static boolean isUnsafe(int character) {
        return character == '\n' || character == '\t' || InvisibleCharacters.isUnsafe(character);
    }

    private static int width(AttributedString line) {
        boolean simple = line.chars().allMatch(it -> it < 0x7f);
        return simple ? line.length() : line.columnLength();
    }

    private static String encode(AttributedString line) {
        var text = new StringBuilder(line.length() + 16);
        String current = "";
        for (int at = 0; at < line.length(); ) {
            int end = line.runLimit(at);
            String style = sequence(line.styleAt(at).getStyle());
            if (!style.equals(current)) {
                text.append(current.isEmpty() ? "" : RESET).append(style);
                current = style;
            }
            text.append(line.subSequence(at, end));
            at = end;
        }
        return text.append(current.isEmpty() ? "" : RESET).toString();
    }

    /// Text cannot be hidden or blink: a user must see what is there.
    private static String sequence(long style) {
        var codes = new StringBuilder();
        add(codes, style, BOLD, "1");
        add(codes, style, FAINT, "2");
        add(codes, style, ITALIC, "3");
        add(codes, style, UNDERLINE, "4");
        add(codes, style, INVERSE, "7");
        add(codes, style, CROSSED_OUT, "9");
        if ((style & FOREGROUND) != 0) {
            add(codes, color(style >> FOREGROUND_BITS, 30, 90));
        }
        if ((style & BACKGROUND) != 0) {
            add(codes, color(style >> BACKGROUND_BITS, 40, 100));
        }
        return codes.isEmpty() ? "" : "\u001b[" + codes + "m";
    }

    private static void add(StringBuilder codes, long style, long flag, String code) {
        if ((style & flag) != 0) {
            add(codes, code);
        }
    }

    private static void add(StringBuilder codes, String code) {
        codes.append(codes.isEmpty() ? "" : ";").append(code);
    }

    private static String color(long bits, int first, int bright) {
        int color = (int) (bits & (PALETTE - 1));
        if (color < 8) {
            return String.valueOf(first + color);
        }
        return color < 16 ? String.valueOf(bright + color - 8) : (first + 8) + ";5;" + color;
    }
}
