package dev.deft.search.regex;

import dev.deft.search.regex.RegexParser.NotRegularException;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/// Resolves `\p{…}`: general categories by their short names, scripts by their full names.
final class UnicodeProperty {

    private static final Map<Integer, String> CATEGORIES =
            Map.ofEntries(
                    category(Character.UPPERCASE_LETTER, "lu"),
                    category(Character.LOWERCASE_LETTER, "ll"),
                    category(Character.TITLECASE_LETTER, "lt"),
                    category(Character.MODIFIER_LETTER, "lm"),
                    category(Character.OTHER_LETTER, "lo"),
                    category(Character.NON_SPACING_MARK, "mn"),
                    category(Character.ENCLOSING_MARK, "me"),
                    category(Character.COMBINING_SPACING_MARK, "mc"),
                    category(Character.DECIMAL_DIGIT_NUMBER, "nd"),
                    category(Character.LETTER_NUMBER, "nl"),
                    category(Character.OTHER_NUMBER, "no"),
                    category(Character.DASH_PUNCTUATION, "pd"),
                    category(Character.START_PUNCTUATION, "ps"),
                    category(Character.END_PUNCTUATION, "pe"),
                    category(Character.CONNECTOR_PUNCTUATION, "pc"),
                    category(Character.OTHER_PUNCTUATION, "po"),
                    category(Character.INITIAL_QUOTE_PUNCTUATION, "pi"),
                    category(Character.FINAL_QUOTE_PUNCTUATION, "pf"),
                    category(Character.MATH_SYMBOL, "sm"),
                    category(Character.CURRENCY_SYMBOL, "sc"),
                    category(Character.MODIFIER_SYMBOL, "sk"),
                    category(Character.OTHER_SYMBOL, "so"),
                    category(Character.SPACE_SEPARATOR, "zs"),
                    category(Character.LINE_SEPARATOR, "zl"),
                    category(Character.PARAGRAPH_SEPARATOR, "zp"));

    private UnicodeProperty() {}

    private static Map.Entry<Integer, String> category(byte type, String name) {
        return Map.entry((int) type, name);
    }

    static IntPredicate named(String name) throws NotRegularException {
        boolean category = CATEGORIES.values().stream().anyMatch(it -> it.startsWith(name));
        if (category && name.length() <= 2) {
            return it -> CATEGORIES.getOrDefault(Character.getType(it), "-").startsWith(name);
        }
        try {
            Character.UnicodeScript script =
                    Character.UnicodeScript.forName(name.toUpperCase(Locale.ROOT));
            return it -> Character.UnicodeScript.of(it) == script;
        } catch (IllegalArgumentException _) {
            throw new NotRegularException();
        }
    }
}
