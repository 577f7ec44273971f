package dev.deft.output;

import java.util.Locale;
import java.util.function.IntPredicate;

/// Texts that others wrote, made fit for a terminal by what they are for.
///
/// A text to read loses what cannot be seen. A text to decide on loses nothing: each invisible
/// character is named, since a person must not agree to something that looks like something else.
/// JSON stays JSON.
public final class TerminalText {

    private TerminalText() {}

    /// A text to read: without escape sequences, controls and invisible characters.
    public static String read(String text) {
        String plain = PlainText.of(text);
        return isClean(plain, InvisibleCharacters::isUnsafe) ? plain : without(plain);
    }

    /// The first line of a text to read, cut to so many characters.
    public static String line(String text, int longest) {
        String line = read(text.strip()).lines().findFirst().orElse("");
        return cut(line, longest);
    }

    /// A text with an ellipsis where it is too long. No pair of surrogates is torn.
    public static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        boolean torn = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, torn ? end - 1 : end) + "…";
    }

    /// One line to decide on: everything that does not show itself is named, line ends too.
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
        return text.codePoints().noneMatch(which);
    }
}
