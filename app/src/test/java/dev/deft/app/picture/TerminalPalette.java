package dev.deft.app.picture;

/// The colors of the pictures: sixteen that fit the dark background, and the rest as terminals
/// compute them.
final class TerminalPalette {

    static final String BACKGROUND = "#1c2128";
    static final String TEXT = "#d7dce2";

    private static final int DIRECT = 1 << 24;

    private static final String[] SIXTEEN = {
        "#3b424c", "#f07f7f", "#7ec97e", "#e5c07b", "#7aa7f0", "#c792ea", "#7fc7d9", "#d7dce2",
        "#8a929c", "#ff9a9a", "#9ae29a", "#ffd992", "#9dc1ff", "#e0b3ff", "#a3e4f3", "#ffffff"
    };

    private static final String CLASSES = "krgyumcwKRGYUMCW";

    private TerminalPalette() {}

    /// The number of a color given by its parts.
    static int direct(int red, int green, int blue) {
        return DIRECT | red << 16 | green << 8 | blue;
    }

    /// The class of one of the sixteen colors; empty for others.
    static String classOf(int color) {
        return color >= 0 && color < SIXTEEN.length ? String.valueOf(CLASSES.charAt(color)) : "";
    }

    static String hex(int color) {
        if (color >= DIRECT) {
            return "#%06x".formatted(color - DIRECT);
        }
        if (color < SIXTEEN.length) {
            return SIXTEEN[color];
        }
        if (color >= 232) {
            int gray = 8 + 10 * (color - 232);
            return "#%02x%02x%02x".formatted(gray, gray, gray);
        }
        int cube = color - 16;
        return "#%02x%02x%02x".formatted(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
    }

    private static int level(int step) {
        return step == 0 ? 0 : 55 + 40 * step;
    }
}
