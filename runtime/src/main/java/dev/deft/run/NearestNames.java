package dev.deft.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// Suggests names for a misspelled one.
public final class NearestNames {

    private static final int MAX_NAMES = 5;
    private static final int MAX_HINTS = 3;
    private static final int MAX_LENGTH = 64;

    private NearestNames() {}

    /// The most similar names, best first.
    public static List<String> of(String given, Collection<String> names) {
        String wanted = cut(given).toLowerCase(Locale.ROOT);
        return names.stream()
                .sorted(
                        Comparator.comparingInt((String it) ->
                                        distance(wanted, it.toLowerCase(Locale.ROOT)))
                                .thenComparing(it -> it))
                .limit(MAX_NAMES)
                .toList();
    }

    /// A hint to append to a message about a wrong name, such as `; did you mean read?`, or an
    /// empty string if no name is similar enough.
    public static String hint(String given, Collection<String> names) {
        String wanted = cut(given).toLowerCase(Locale.ROOT);
        Predicate<String> isNear = it -> isNear(wanted, it.toLowerCase(Locale.ROOT));
        if (names.stream().noneMatch(isNear)) {
            return "";
        }
        List<String> near = of(given, names).stream().filter(isNear).limit(MAX_HINTS).toList();
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    /// Names are near if at most a third of the longer one differs (at least one character), or if
    /// one is a prefix of the other.
    private static boolean isNear(String wanted, String name) {
        String bare = withoutDashes(name);
        String meant = withoutDashes(wanted);
        int most = Math.max(1, Math.max(bare.length(), meant.length()) / 3);
        boolean begins =
                Math.min(bare.length(), meant.length()) >= 3
                        && (bare.startsWith(meant) || meant.startsWith(bare));
        return begins || edits(meant, bare) <= most;
    }

    private static String withoutDashes(String option) {
        int start = 0;
        while (start < option.length() && option.charAt(start) == '-') {
            start++;
        }
        return option.substring(start);
    }

    /// Quotes a name: shortened, and without control characters.
    public static String quoted(String name) {
        String shown = cut(name).replaceAll("\\p{Cntrl}", "?");
        return "\"" + shown + (name.length() > MAX_LENGTH ? "…" : "") + "\"";
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(name.length(), MAX_LENGTH));
    }

    /// The edit distance, at most 2 if one name contains the other.
    private static int distance(String a, String b) {
        int edits = edits(a, b);
        boolean contained = a.length() > 2 && b.length() > 2 && (a.contains(b) || b.contains(a));
        return contained ? Math.min(edits, 2) : edits;
    }

    private static int edits(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
