package dev.deft.search;

import dev.deft.search.RegexParser.NotRegularException;
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

/// How a pattern will be searched; made once for a search and shared by its threads.
///
/// @param needles texts of which one is on every matching line; none means every line is looked at
/// @param window what to look for where there are no needles
/// @param folded whether needles are to be looked for in a copy without upper case
/// @param whole whether a needle found is a match, with nothing left to check
/// @param clauses what the index may ask for, folded
/// @param program the automaton, unless only a backtracking matcher can do it
/// @param backtracking that matcher
/// @param beyondAscii whether the pattern itself asks for characters that are not ASCII
record Plan(
        List<byte[]> needles,
        Optional<Window> window,
        boolean folded,
        boolean whole,
        List<Set<String>> clauses,
        Optional<Program> program,
        Optional<Pattern> backtracking,
        boolean beyondAscii) {

    private static final int MOST_NEEDLES = 6;
    private static final int COMMON = 40;
    private static final int SHARED = 3;

    /// How much longer it takes to look for a window than for a text.
    private static final int WINDOW_COST = 4;

    static Plan of(String pattern, boolean literal, boolean ignoreCase)
            throws RegexSyntaxException {
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

    private static Plan of(Regex regex, Program program, boolean folded, boolean beyondAscii) {
        Literals literals = Literals.of(regex, folded);
        Optional<Set<String>> best = literals.best();
        Set<String> merged = best.map(Plan::merged).orElse(Set.of());
        Optional<Window> window = Window.of(regex);
        boolean useful = best.isPresent() && worthIt(merged) && !losesTo(merged, window);
        List<byte[]> needles = useful ? bytes(merged) : List.of();
        boolean whole =
                !folded
                        && !needles.isEmpty()
                        && literals.isWhole(regex)
                        && merged.equals(best.orElse(Set.of()))
                        && needles.stream().noneMatch(Plan::touchesLineEnd);
        List<Set<String>> clauses = Literals.of(regex, true).clauses();
        return new Plan(
                needles,
                useful ? Optional.empty() : window,
                folded,
                whole,
                clauses,
                Optional.of(program),
                Optional.empty(),
                beyondAscii);
    }

    private static Plan backtracking(String text, boolean ignoreCase, boolean beyondAscii)
            throws RegexSyntaxException {
        try {
            int flags = ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
            Pattern pattern = Pattern.compile(text.replace("(?P<", "(?<"), flags);
            return new Plan(
                    List.of(),
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

    /// Fewer texts where several begin alike: `foobar` and `foobaz` are both found by `fooba`.
    private static Set<String> merged(Set<String> clause) {
        if (clause.size() <= 2 || clause.stream().anyMatch(it -> it.length() < SHARED)) {
            return clause;
        }
        Map<String, String> byStart = new TreeMap<>();
        for (String text : clause) {
            byStart.merge(text.substring(0, SHARED), text, Plan::commonStart);
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

    /// Whether short texts would be found at more places than the window.
    private static boolean losesTo(Set<String> clause, Optional<Window> window) {
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
        return window.map(it -> it.share() < found / WINDOW_COST).orElse(false);
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
