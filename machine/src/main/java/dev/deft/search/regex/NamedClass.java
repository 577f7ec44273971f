package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.Casing;
import java.util.function.IntPredicate;

/// A character class with a name, such as `\w` or `\p{Greek}`.
final class NamedClass {

    private final IntPredicate test;
    private final boolean negated;

    NamedClass(IntPredicate test, boolean negated) {
        this.test = test;
        this.negated = negated;
    }

    static NamedClass word(boolean unicode, boolean negated) {
        return new NamedClass(unicode ? NamedClass::isWord : NamedClass::isAsciiWord, negated);
    }

    static NamedClass digit(boolean unicode, boolean negated) {
        return new NamedClass(unicode ? Character::isDigit : NamedClass::isAsciiDigit, negated);
    }

    static NamedClass space(boolean unicode, boolean negated) {
        return new NamedClass(unicode ? NamedClass::isSpace : NamedClass::isAsciiSpace, negated);
    }

    boolean contains(int c, Casing casing) {
        return has(c, casing) != negated && c != '\n';
    }

    private boolean has(int c, Casing casing) {
        if (test.test(c)) {
            return true;
        }
        if (casing == Casing.EXACT) {
            return false;
        }
        for (int other : CaseFolding.others(c, casing)) {
            if (test.test(other)) {
                return true;
            }
        }
        return false;
    }

    /// Whether Unicode defines it as a word character (UTS 18, annex C).
    static boolean isWord(int c) {
        if (c < 128) {
            return isAsciiWord(c);
        }
        int type = Character.getType(c);
        return Character.isAlphabetic(c)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.CONNECTOR_PUNCTUATION
                || c == 0x200c
                || c == 0x200d;
    }

    static boolean isAsciiWord(int c) {
        return c == '_' || isAsciiDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z' && c < 128);
    }

    private static boolean isAsciiDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isAsciiSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /// Whether it has the property White_Space.
    private static boolean isSpace(int c) {
        return isAsciiSpace(c)
                || c == 0x85
                || c == 0xa0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200a)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }
}
