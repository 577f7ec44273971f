package dev.deft.search.regex;

import java.util.BitSet;
import java.util.Map;
import java.util.function.IntPredicate;

/// POSIX character classes such as `[:alpha:]`, over ASCII.
public final class AsciiClass {

    private static final Map<String, IntPredicate> BY_NAME =
            Map.ofEntries(
                    Map.entry("alnum", AsciiClass::isAlnum),
                    Map.entry("alpha", AsciiClass::isAlpha),
                    Map.entry("blank", it -> it == ' ' || it == '\t'),
                    Map.entry("cntrl", it -> it < 32 || it == 127),
                    Map.entry("digit", it -> it >= '0' && it <= '9'),
                    Map.entry("graph", it -> it > 32 && it < 127),
                    Map.entry("lower", it -> it >= 'a' && it <= 'z'),
                    Map.entry("print", it -> it >= 32 && it < 127),
                    Map.entry("punct", it -> it > 32 && it < 127 && !isAlnum(it)),
                    Map.entry("space", it -> it == ' ' || (it >= 9 && it <= 13)),
                    Map.entry("upper", it -> it >= 'A' && it <= 'Z'),
                    Map.entry("word", it -> it == '_' || isAlnum(it)),
                    Map.entry("xdigit", it -> Character.digit(it, 16) >= 0));

    private AsciiClass() {}

    /// Adds the members of a class; returns false if there is no such class.
    public static boolean addTo(BitSet members, String name) {
        IntPredicate test = BY_NAME.get(name);
        if (test == null) {
            return false;
        }
        for (int value = 0; value < 128; value++) {
            if (test.test(value)) {
                members.set(value);
            }
        }
        return true;
    }

    private static boolean isAlpha(int value) {
        return (value | 0x20) >= 'a' && (value | 0x20) <= 'z';
    }

    private static boolean isAlnum(int value) {
        return isAlpha(value) || (value >= '0' && value <= '9');
    }
}
