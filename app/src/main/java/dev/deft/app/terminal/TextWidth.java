package dev.deft.app.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The width of the terminal, and of text on it.
public final class TextWidth {

    /// Narrower terminals are treated as this wide.
    private static final int NARROWEST = 20;

    private static final List<Path> STTY = List.of(Path.of("/bin/stty"), Path.of("/usr/bin/stty"));

    /// First and last code points of the ranges that take two columns.
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0xa4cf, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe30,
        0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1faff, 0x20000, 0x3fffd
    };

    private TextWidth() {}

    /// The columns of this process's terminal; empty if it has none or does not tell.
    public static OptionalInt ofTerminal(Map<String, String> environment) {
        OptionalInt set = number(environment.getOrDefault("COLUMNS", ""));
        return set.isPresent() ? set : asked();
    }

    /// Runs a system program: calling the kernel directly would slow every start.
    private static OptionalInt asked() {
        for (Path stty : STTY) {
            if (Files.isExecutable(stty)) {
                try {
                    Process process =
                            new ProcessBuilder(stty.toString(), "size")
                                    .redirectInput(new File("/dev/tty"))
                                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                                    .start();
                    String size =
                            new String(
                                    process.getInputStream().readAllBytes(),
                                    StandardCharsets.US_ASCII);
                    return number(size.strip().replaceFirst("^\\d+ ", ""));
                } catch (IOException _) {
                    // There is no controlling terminal, as in the background, so there is no width.
                    return OptionalInt.empty();
                }
            }
        }
        return OptionalInt.empty();
    }

    private static OptionalInt number(String text) {
        try {
            int columns = Integer.parseInt(text.strip());
            return columns > 0 ? OptionalInt.of(Math.max(NARROWEST, columns)) : OptionalInt.empty();
        } catch (NumberFormatException _) {
            // Unset or invalid, so the width is unknown.
            return OptionalInt.empty();
        }
    }

    /// The columns that an unstyled text takes.
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    private static int of(int character) {
        if (character < 0x300) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (character >= WIDE[i] && character <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }

    /// Cuts a text to a number of columns, with an ellipsis.
    public static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        var cut = new StringBuilder();
        int used = 0;
        for (int character : text.codePoints().toArray()) {
            used += of(character);
            if (used > columns - 1) {
                break;
            }
            cut.appendCodePoint(character);
        }
        return columns < 1 ? "" : cut + "…";
    }
}
