package dev.deft.search.regex;

import dev.deft.search.regex.Regex.Chars;
import dev.deft.search.regex.Regex.Choice;
import dev.deft.search.regex.Regex.Repeat;
import dev.deft.search.regex.Regex.Sequence;
import dev.deft.search.regex.RegexParser.NotRegularException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Describes how to search for a pattern. It is created once per search and shared by its threads.
///
/// @param needles every matching line contains one of these texts; if there are none, every line is
///   matched
/// @param nonAsciiVariants non-ASCII case variants of ASCII letters in the needles; a text that
///   contains one cannot be searched by needles
/// @param window what to search for if there are no needles
/// @param asciiWindow the same for a text that is all ASCII
/// @param folded whether to search for needles in a copy with case folded
/// @param whole whether every needle found is a match without a further check
/// @param clauses the texts to look up in the index, case-folded
/// @param program the automaton, unless only a backtracking matcher can match the pattern
/// @param backtracking that matcher
/// @param beyondAscii whether the pattern itself requires non-ASCII characters
public record SearchPlan(
        List<byte[]> needles,
        List<byte[]> nonAsciiVariants,
        Optional<ByteWindow> window,
        Optional<ByteWindow> asciiWindow,
        boolean folded,
        boolean whole,
        List<Set<String>> clauses,
        Optional<Program> program,
        Optional<Pattern> backtracking,
        boolean beyondAscii) {

    /// The non-ASCII characters that are case variants of ASCII letters.
    public static final List<byte[]> NON_ASCII_VARIANTS =
            List.of(
                    Character.toString(CaseFolding.LONG_S).getBytes(StandardCharsets.UTF_8),
                    Character.toString(CaseFolding.KELVIN).getBytes(StandardCharsets.UTF_8));

    private static final int LONGEST_PATTERN = 200_000;
    private static final int MOST_NEEDLES = 6;
    private static final int COMMON = 40;
    private static final int SHARED = 3;

    /// How much slower a search for a window is than a search for a text.
    private static final int WINDOW_COST = 4;

    public static SearchPlan of(String pattern, boolean literal, boolean ignoreCase)
            throws RegexSyntaxException {
        if (pattern.length() > LONGEST_PATTERN) {
            throw new RegexSyntaxException(
                    "it is longer than %d characters".formatted(LONGEST_PATTERN), LONGEST_PATTERN);
        }
        String text = literal ? "\\Q" + pattern.replace("\\E", "\\E\\\\E\\Q") + "\\E" : pattern;
        boolean beyondAscii = pattern.chars().anyMatch(it -> it >= 128);
        var parser = new RegexParser(text, ignoreCase);
        try {
            Regex regex = parser.parse();
            Program program = Program.compile(regex);
            return of(regex, program, parser.usesIgnoreCase(), beyondAscii);
        } catch (NotRegularException | Program.TooLargeException _) {
            return backtracking(text, ignoreCase, beyondAscii);
        }
    }

    private static SearchPlan of(
            Regex regex, Program program, boolean folded, boolean beyondAscii) {
        Literals literals = Literals.of(regex, folded);
        Optional<Set<String>> best = literals.best();
        Set<String> merged = best.map(SearchPlan::merged).orElse(Set.of());
        boolean useful = best.isPresent() && worthIt(merged) && !losesTo(merged, regex);
        List<byte[]> needles = useful ? bytes(merged) : List.of();
        boolean whole =
                !folded
                        && !needles.isEmpty()
                        && literals.isWhole(regex)
                        && merged.equals(best.orElse(Set.of()))
                        && needles.stream().noneMatch(SearchPlan::touchesLineEnd);
        List<Set<String>> clauses = Literals.of(regex, true).clauses();
        return new SearchPlan(
                needles,
                folded && useful ? nonAsciiVariants(regex) : List.of(),
                useful ? Optional.empty() : ByteWindow.of(regex, true),
                useful ? Optional.empty() : ByteWindow.of(regex, false),
                folded,
                whole,
                clauses,
                Optional.of(program),
                Optional.empty(),
                beyondAscii);
    }

    private static SearchPlan backtracking(String text, boolean ignoreCase, boolean beyondAscii)
            throws RegexSyntaxException {
        try {
            int flags = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE;
            String java = text.replace("(?P<", "(?<").replace("(?-u", "(?-U");
            Pattern pattern =
                    Pattern.compile(java, ignoreCase ? flags | Pattern.CASE_INSENSITIVE : flags);
            return new SearchPlan(
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    false,
                    List.of(),
                    Optional.empty(),
                    Optional.of(pattern),
                    beyondAscii);
        } catch (PatternSyntaxException e) {
            throw new RegexSyntaxException(e.getDescription(), Math.max(0, e.getIndex()));
        }
    }

    /// The characters of [#NON_ASCII_VARIANTS] that are case variants of a letter in the pattern.
    private static List<byte[]> nonAsciiVariants(Regex regex) {
        List<byte[]> nonAsciiVariants = new ArrayList<>();
        if (folds(regex, 's')) {
            nonAsciiVariants.add(NON_ASCII_VARIANTS.getFirst());
        }
        if (folds(regex, 'k')) {
            nonAsciiVariants.add(NON_ASCII_VARIANTS.getLast());
        }
        return nonAsciiVariants;
    }

    private static boolean folds(Regex regex, int letter) {
        if (regex instanceof Chars(CharSet set)) {
            return set.casing() == CharSet.Casing.UNICODE && set.containsAscii(letter);
        }
        if (regex instanceof Sequence(List<Regex> parts)) {
            return parts.stream().anyMatch(it -> folds(it, letter));
        }
        if (regex instanceof Choice(List<Regex> options)) {
            return options.stream().anyMatch(it -> folds(it, letter));
        }
        return regex instanceof Repeat(Regex part, _, _) && folds(part, letter);
    }

    /// Replaces texts that share a prefix by the prefix: `fooba` finds both `foobar` and `foobaz`.
    private static Set<String> merged(Set<String> clause) {
        if (clause.size() <= 2 || clause.stream().anyMatch(it -> it.length() < SHARED)) {
            return clause;
        }
        Map<String, String> byStart = new TreeMap<>();
        for (String text : clause) {
            byStart.merge(text.substring(0, SHARED), text, SearchPlan::commonStart);
        }
        return new LinkedHashSet<>(byStart.values());
    }

    private static String commonStart(String a, String b) {
        int length = 0;
        while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
            length++;
        }
        return a.substring(0, length);
    }

    private static boolean worthIt(Set<String> clause) {
        boolean shortOnes = clause.stream().anyMatch(it -> it.length() < 2);
        boolean common =
                clause.stream()
                        .anyMatch(
                                it -> it.length() == 1 && Rarity.of((byte) it.charAt(0)) < COMMON);
        boolean nul = clause.stream().anyMatch(it -> it.indexOf('\0') >= 0);
        return !nul
                && clause.size() <= (shortOnes ? 2 : MOST_NEEDLES)
                && (!common || clause.size() == 1);
    }

    /// Whether the texts are short and would be found at more positions than a window of the
    /// pattern.
    private static boolean losesTo(Set<String> clause, Regex regex) {
        double share = 0;
        for (String text : clause) {
            if (text.length() > 2) {
                return false;
            }
            share +=
                    text.chars()
                            .mapToDouble(it -> Rarity.share((byte) it))
                            .reduce(1, (a, b) -> a * b);
        }
        double found = share;
        return ByteWindow.of(regex, false)
                .map(it -> it.share() < found / WINDOW_COST)
                .orElse(false);
    }

    private static boolean touchesLineEnd(byte[] needle) {
        for (byte value : needle) {
            if (value == '\n' || value == '\r') {
                return true;
            }
        }
        return false;
    }

    private static List<byte[]> bytes(Set<String> clause) {
        List<byte[]> needles = new ArrayList<>();
        for (String text : clause) {
            needles.add(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return needles;
    }
}
