package dev.deft.app.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// How characters on a terminal look.
///
/// @param foreground a color of [TerminalPalette], or -1 for the terminal's own
/// @param background the same
/// @param marks the other styles, by their numbers in SGR sequences
record CellStyle(int foreground, int background, Set<Integer> marks) {

    static final int NONE = -1;
    static final CellStyle PLAIN = new CellStyle(NONE, NONE, Set.of());

    static final int BOLD = 1;
    static final int FAINT = 2;
    static final int ITALIC = 3;
    static final int UNDERLINE = 4;
    static final int REVERSE = 7;
    static final int STRIKE = 9;

    CellStyle {
        marks = Set.copyOf(marks);
    }

    /// This style after an SGR sequence.
    ///
    /// @param parameters of the sequence, such as `1;38;5;9`
    CellStyle after(String parameters) {
        List<Integer> codes = new ArrayList<>();
        for (String code : parameters.split("[;:]", -1)) {
            codes.add(code.isEmpty() ? 0 : Integer.parseInt(code));
        }
        CellStyle style = this;
        while (!codes.isEmpty()) {
            int code = codes.removeFirst();
            style =
                    code == 38 || code == 48
                            ? style.colored(code == 38, extended(codes))
                            : style.after(code);
        }
        return style;
    }

    private static int extended(List<Integer> codes) {
        if (codes.size() >= 2 && codes.getFirst() == 5) {
            codes.removeFirst();
            return codes.removeFirst();
        }
        if (codes.size() >= 4 && codes.getFirst() == 2) {
            codes.removeFirst();
            return TerminalPalette.direct(
                    codes.removeFirst(), codes.removeFirst(), codes.removeFirst());
        }
        codes.clear();
        return NONE;
    }

    private CellStyle after(int code) {
        if (code == 0) {
            return PLAIN;
        }
        if (code < 10) {
            return marked(code, true);
        }
        if (code >= 22 && code < 30) {
            CellStyle without = marked(code - 20, false);
            return code == 22 ? without.marked(BOLD, false) : without;
        }
        int tens = code / 10;
        int color = code % 10 == 9 ? NONE : code % 10;
        return switch (tens) {
            case 3 -> colored(true, color);
            case 4 -> colored(false, color);
            case 9 -> colored(true, color + 8);
            case 10 -> colored(false, color + 8);
            default -> this;
        };
    }

    private CellStyle colored(boolean fore, int color) {
        return fore
                ? new CellStyle(color, background, marks)
                : new CellStyle(foreground, color, marks);
    }

    private CellStyle marked(int mark, boolean on) {
        Set<Integer> all = new TreeSet<>(marks);
        if (on) {
            all.add(mark);
        } else {
            all.remove(mark);
        }
        return new CellStyle(foreground, background, all);
    }

    boolean has(int mark) {
        return marks.contains(mark);
    }
}
