package dev.deft.app.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// How wide a terminal is, and how wide a text is on it.
public final class TextWidth {

    /// Narrower ones are taken for this wide: nothing can be laid out there.
    private static final int NARROWEST = 20;

    private static final List<Path> STTY = List.of(Path.of("/bin/stty"), Path.of("/usr/bin/stty"));

    /// First and last characters of the blocks that take two columns.
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0xa4cf, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe30,
        0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1faff, 0x20000, 0x3fffd
    };

    private TextWidth() {}

    /// The columns of the terminal of this process; nothing where it has none or does not say.
    public static OptionalInt ofTerminal(Map<String, String> environment) {
        OptionalInt set = number(environment.getOrDefault("COLUMNS", ""));
        return set.isPresent() ? set : asked();
    }

    /// The system's own program is asked: to call the kernel would cost every start more.
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
                    // No terminal of its own, as in the background: then it has no width.
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
            // Not set, or set to nonsense: the same as unknown.
            return OptionalInt.empty();
        }
    }

    /// The columns that a text without styles takes.
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

    /// A text cut to so many columns, with an ellipsis where something is missing.
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
