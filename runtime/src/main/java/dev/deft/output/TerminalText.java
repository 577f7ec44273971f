package dev.deft.output;

import java.util.Locale;
import java.util.function.IntPredicate;

/// Makes foreign text safe for a terminal.
///
/// Text to read loses invisible characters. Text to decide on shows each of them by name, since a
/// person must not approve something that looks like something else. JSON stays JSON.
public final class TerminalText {

    private TerminalText() {}

    /// Text to read: without escape sequences, control characters and invisible characters.
    public static String read(String text) {
        String plain = PlainText.of(text);
        return isClean(plain, InvisibleCharacters::isUnsafe) ? plain : without(plain);
    }

    /// The first line of text to read, cut to a number of characters.
    public static String line(String text, int longest) {
        String line = read(text.strip()).lines().findFirst().orElse("");
        return cut(line, longest);
    }

    /// Cuts a long text and appends an ellipsis. It does not split surrogate pairs.
    public static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        boolean split = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, split ? end - 1 : end) + "…";
    }

    /// One line to decide on: shows every invisible character by name, line ends too.
    public static String decide(String text) {
        return named(text, it -> it == '\n' || it == '\t' || InvisibleCharacters.isMisleading(it));
    }

    /// Several lines to decide on, such as a diff.
    public static String decideLines(String text) {
        return named(text, it -> it != '\n' && it != '\t' && InvisibleCharacters.isMisleading(it));
    }

    /// JSON text with the same meaning, in which everything unsafe is escaped.
    public static String json(String json) {
        if (isClean(json, InvisibleCharacters::isUnsafe)) {
            return json;
        }
        var safe = new StringBuilder(json.length() + 32);
        json.codePoints()
                .forEach(it -> {
                    if (InvisibleCharacters.isUnsafe(it)) {
                        escape(safe, it);
                    } else {
                        safe.appendCodePoint(it);
                    }
                });
        return safe.toString();
    }

    private static void escape(StringBuilder safe, int character) {
        for (char unit : Character.toChars(character)) {
            safe.append("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
                safe.append(Character.forDigit(unit >> shift & 0xf, 16));
            }
        }
    }

    public static String named(String text, IntPredicate which) {
        if (isClean(text, which)) {
            return text;
        }
        var named = new StringBuilder(text.length() + 32);
        text.codePoints()
                .forEach(it -> {
                    if (which.test(it)) {
                        named.append(name(it));
                    } else {
                        named.appendCodePoint(it);
                    }
                });
        return named.toString();
    }

    /// Such as `⟨U+202E⟩`.
    private static String name(int character) {
        String digits = Integer.toHexString(character).toUpperCase(Locale.ROOT);
        return "⟨U+" + "0".repeat(Math.max(0, 4 - digits.length())) + digits + "⟩";
    }

    private static String without(String text) {
        var clean = new StringBuilder(text.length());
        text.codePoints()
                .filter(it -> !InvisibleCharacters.isUnsafe(it))
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isClean(String text, IntPredicate which) {
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            if (which.test(character)) {
                return false;
            }
            i += Character.charCount(character);
        }
        return true;
    }
}
