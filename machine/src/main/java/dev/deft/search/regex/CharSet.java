package dev.deft.search.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A set of characters as a pattern describes it.
///
/// Its ASCII members are computed at once. Membership of a non-ASCII character is computed on
/// demand, because loading the Unicode tables is slow.
final class CharSet {

    private static final int ASCII = 128;

    private final CodePoints single;
    private final List<NamedClass> classes;
    private final Casing casing;
    private final boolean negated;
    private final long low;
    private final long high;
    private final NonAscii nonAscii;
    private Optional<int[]> few = Optional.empty();

    /// Which letters are equal when case is ignored.
    enum Casing {
        EXACT,
        ASCII,
        UNICODE
    }

    /// Which non-ASCII characters are in a set.
    enum NonAscii {
        NONE,
        SOME,
        ALL
    }

    /// @param single the characters and ranges listed in the pattern
    /// @param negated whether the set is the complement; it never contains a line feed
    CharSet(CodePoints single, List<NamedClass> classes, Casing casing, boolean negated) {
        this.single = single;
        this.classes = List.copyOf(classes);
        this.casing = casing;
        this.negated = negated;
        this.low = bits(0);
        this.high = bits(Long.SIZE);
        this.nonAscii = findNonAscii();
    }

    static CharSet of(int c, Casing casing) {
        return new CharSet(CodePoints.of(c, c), List.of(), casing, false);
    }

    static CharSet of(NamedClass named, Casing casing) {
        return new CharSet(CodePoints.NONE, List.of(named), casing, false);
    }

    /// Every character except a line feed.
    static CharSet any() {
        return new CharSet(CodePoints.NONE, List.of(), Casing.EXACT, true);
    }

    private long bits(int from) {
        long bits = 0;
        for (int i = 0; i < Long.SIZE; i++) {
            bits |= contains(from + i) ? 1L << i : 0;
        }
        return bits;
    }

    boolean contains(int c) {
        return negated ? !isNamed(c) && c != '\n' : isNamed(c);
    }

    private boolean isNamed(int c) {
        if (holds(single, c)) {
            return true;
        }
        for (NamedClass one : classes) {
            if (one.contains(c, casing)) {
                return true;
            }
        }
        return false;
    }

    private boolean holds(CodePoints set, int c) {
        if (set.contains(c)) {
            return true;
        }
        if (casing == Casing.EXACT || set.ranges().length == 0) {
            return false;
        }
        for (int other : CaseFolding.others(c, casing)) {
            if (set.contains(other)) {
                return true;
            }
        }
        return false;
    }

    /// Like [#contains], for an ASCII byte.
    boolean containsAscii(int c) {
        return (((c < Long.SIZE ? low : high) >>> c) & 1) != 0;
    }

    Casing casing() {
        return casing;
    }

    NonAscii nonAscii() {
        return nonAscii;
    }

    private NonAscii findNonAscii() {
        boolean plain = classes.isEmpty() && (casing == Casing.EXACT || !hasNonAsciiVariants());
        if (!plain) {
            return NonAscii.SOME;
        }
        int[] ranges = single.ranges();
        if (ranges.length == 0 || ranges[ranges.length - 1] < ASCII) {
            return negated ? NonAscii.ALL : NonAscii.NONE;
        }
        boolean all =
                ranges[ranges.length - 2] <= ASCII
                        && ranges[ranges.length - 1] == Character.MAX_CODE_POINT;
        return all ? (negated ? NonAscii.NONE : NonAscii.ALL) : NonAscii.SOME;
    }

    /// Whether the set contains a non-ASCII character that is a case variant of an ASCII member.
    private boolean hasNonAsciiVariants() {
        return casing == Casing.UNICODE
                && (isNamed('s') || isNamed('k') || (single.size() > 0 && !isAscii()));
    }

    private boolean isAscii() {
        int[] ranges = single.ranges();
        return ranges[ranges.length - 1] < ASCII;
    }

    /// The members if the pattern lists at most `most`, without non-ASCII case variants of ASCII
    /// members: a search looks for those separately, see [SearchPlan].
    int[] few(int most) {
        if (few.isEmpty()) {
            few = Optional.of(members(most));
        }
        return few.get();
    }

    private int[] members(int most) {
        if (negated || !classes.isEmpty() || single.size() > most || single.size() == 0) {
            return new int[0];
        }
        List<Integer> members = new ArrayList<>();
        for (int c : single.members()) {
            members.add(c);
            for (int other : casing == Casing.EXACT ? new int[0] : CaseFolding.others(c, casing)) {
                members.add(other);
            }
        }
        return members.stream()
                .distinct()
                .filter(it -> !CaseFolding.isBeyondAsciiOnly(it) || !foldsIntoAscii(it))
                .mapToInt(it -> it)
                .toArray();
    }

    private boolean foldsIntoAscii(int c) {
        return casing == Casing.UNICODE && contains(CaseFolding.asciiOf(c));
    }
}
