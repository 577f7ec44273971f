package dev.deft.app.terminal;

import java.util.List;
import java.util.stream.IntStream;

/// Styles texts for a screen, if it shows colors.
public record TextStyle(Screen screen) {

    private static final String BOLD = "1";
    private static final String DIM = "2";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String CYAN = "36";
    private static final String RESET = "\u001b[0m";

    private static final List<String> STYLES =
            List.of(RESET, on(BOLD), on(DIM), on(RED), on(GREEN), on(YELLOW), on(CYAN));

    /// The length of the longest style sequence.
    static final int LONGEST_STYLE = 5;

    public String bold(String text) {
        return styled(BOLD, text);
    }

    public String dim(String text) {
        return styled(DIM, text);
    }

    public String green(String text) {
        return styled(GREEN, text);
    }

    public String yellow(String text) {
        return styled(YELLOW, text);
    }

    public String red(String text) {
        return styled(RED, text);
    }

    public String cyan(String text) {
        return styled(CYAN, text);
    }

    private String styled(String code, String text) {
        return screen.colors() ? on(code) + text + RESET : text;
    }

    private static String on(String code) {
        return "\u001b[" + code + "m";
    }

    /// The end of the style sequence at a position; that position if there is none.
    static int afterStyle(String text, int at) {
        for (String style : STYLES) {
            if (text.startsWith(style, at)) {
                return at + style.length();
            }
        }
        return at;
    }

    /// Whether some bytes end with an incomplete style sequence.
    static boolean isBeginning(byte[] bytes, int from) {
        int length = bytes.length - from;
        return STYLES.stream()
                .anyMatch(style ->
                        length < style.length()
                                && IntStream.range(0, length)
                                        .allMatch(i -> bytes[from + i] == style.charAt(i)));
    }
}
