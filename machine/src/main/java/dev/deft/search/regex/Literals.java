package dev.deft.search.regex;

import dev.deft.search.regex.Regex.Assertion;
import dev.deft.search.regex.Regex.Chars;
import dev.deft.search.regex.Regex.Choice;
import dev.deft.search.regex.Regex.Repeat;
import dev.deft.search.regex.Regex.Sequence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The texts that every match must contain, derived from the pattern.
///
/// @param clauses every match contains at least one text of each clause; texts are ISO-8859-1
///   strings of their UTF-8 bytes, so that they can be compared
/// @param exact all texts the pattern can match, if there are few
record Literals(List<Set<String>> clauses, Optional<Set<String>> exact) {

    private static final int MOST_TEXTS = 16;
    private static final int LONGEST = 64;
    private static final int MOST_CHARS = 6;

    /// Analyzes a pattern; in `folded` texts, bit 0x20 of every byte is set to ignore case.
    static Literals of(Regex regex, boolean folded) {
        Literals all = analyse(regex, folded);
        return new Literals(all.allClauses(), all.exact);
    }

    /// Whether the pattern is a choice of literal texts, so that finding one is a match.
    boolean isWhole(Regex regex) {
        return exact.isPresent() && !hasLook(regex);
    }

    private static boolean hasLook(Regex regex) {
        if (regex instanceof Sequence(var parts)) {
            return parts.stream().anyMatch(Literals::hasLook);
        }
        if (regex instanceof Choice(var options)) {
            return options.stream().anyMatch(Literals::hasLook);
        }
        return regex instanceof Repeat(Regex part, _, _)
                ? hasLook(part)
                : regex instanceof Assertion;
    }

    private static Literals analyse(Regex regex, boolean folded) {
        if (regex instanceof Chars(CharSet set)) {
            return ofChars(set, folded);
        }
        if (regex instanceof Sequence(var parts)) {
            return ofSequence(parts, folded);
        }
        if (regex instanceof Choice(var options)) {
            return ofChoice(options, folded);
        }
        return regex instanceof Repeat(Regex part, int least, int most)
                ? ofRepeat(part, least, most, folded)
                : exactly(Set.of(""));
    }

    private static Literals exactly(Set<String> texts) {
        return new Literals(List.of(), Optional.of(texts));
    }

    private static Literals unknown() {
        return new Literals(List.of(), Optional.empty());
    }

    private static Literals ofChars(CharSet set, boolean folded) {
        int[] members = set.few(MOST_CHARS);
        if (members.length > MOST_CHARS || members.length == 0) {
            return unknown();
        }
        Set<String> texts = new LinkedHashSet<>();
        for (int c : members) {
            byte[] bytes = Character.toString(c).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; folded && i < bytes.length; i++) {
                bytes[i] |= 0x20;
            }
            texts.add(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        return exactly(texts);
    }

    private static Literals ofSequence(List<Regex> parts, boolean folded) {
        List<Set<String>> clauses = new ArrayList<>();
        Set<String> open = Set.of("");
        boolean whole = true;
        for (Regex part : parts) {
            Literals next = analyse(part, folded);
            Optional<Set<String>> joined = next.exact.flatMap(joinTo(open));
            if (joined.isPresent()) {
                open = joined.get();
                continue;
            }
            addClause(clauses, open);
            whole = false;
            clauses.addAll(next.clauses);
            open = next.exact.orElse(Set.of(""));
        }
        if (whole) {
            return new Literals(clauses, Optional.of(open));
        }
        addClause(clauses, open);
        return new Literals(clauses, Optional.empty());
    }

    private static java.util.function.Function<Set<String>, Optional<Set<String>>> joinTo(
            Set<String> heads) {
        return tails -> {
            Set<String> joined = new LinkedHashSet<>();
            for (String head : heads) {
                for (String tail : tails) {
                    joined.add(head + tail);
                }
            }
            boolean fits =
                    joined.size() <= MOST_TEXTS
                            && joined.stream().allMatch(it -> it.length() <= LONGEST);
            return fits ? Optional.of(joined) : Optional.empty();
        };
    }

    private static void addClause(List<Set<String>> clauses, Set<String> texts) {
        if (!texts.contains("")) {
            clauses.add(texts);
        }
    }

    private static Literals ofChoice(List<Regex> options, boolean folded) {
        Set<String> exact = new LinkedHashSet<>();
        Set<String> either = new LinkedHashSet<>();
        boolean allExact = true;
        for (Regex option : options) {
            Literals one = analyse(option, folded);
            if (one.exact.isPresent()) {
                exact.addAll(one.exact.get());
            } else {
                allExact = false;
            }
            Optional<Set<String>> best = best(one.allClauses());
            if (best.isEmpty()) {
                return allExact && one.exact.isPresent()
                        ? choiceWithEmpty(options, folded)
                        : unknown();
            }
            either.addAll(best.get());
        }
        if (allExact && exact.size() <= MOST_TEXTS) {
            return exactly(exact);
        }
        boolean fits = either.size() <= MOST_TEXTS;
        return fits ? new Literals(List.of(either), Optional.empty()) : unknown();
    }

    private static Literals choiceWithEmpty(List<Regex> options, boolean folded) {
        Set<String> exact = new LinkedHashSet<>();
        for (Regex option : options) {
            Optional<Set<String>> texts = analyse(option, folded).exact;
            if (texts.isEmpty()) {
                return unknown();
            }
            exact.addAll(texts.get());
        }
        return exact.size() <= MOST_TEXTS ? exactly(exact) : unknown();
    }

    private static Literals ofRepeat(Regex part, int least, int most, boolean folded) {
        Literals one = analyse(part, folded);
        if (least == 0 && most == 1 && one.exact.isPresent()) {
            Set<String> texts = new LinkedHashSet<>(one.exact.get());
            texts.add("");
            return exactly(texts);
        }
        if (least == 0) {
            return most == 0 ? exactly(Set.of("")) : unknown();
        }
        if (least == 1 && most == 1) {
            return one;
        }
        return new Literals(one.allClauses(), Optional.empty());
    }

    private List<Set<String>> allClauses() {
        List<Set<String>> all = new ArrayList<>(clauses);
        exact.ifPresent(it -> addClause(all, it));
        return all;
    }

    /// The clause with the fewest expected false positives; empty if none is worth searching for.
    Optional<Set<String>> best() {
        return best(clauses);
    }

    private static Optional<Set<String>> best(List<Set<String>> clauses) {
        return clauses.stream().max((a, b) -> Integer.compare(worth(a), worth(b)));
    }

    private static int worth(Set<String> clause) {
        int shortest = clause.stream().mapToInt(String::length).min().orElse(0);
        return Math.min(shortest, 12) * 8 - clause.size();
    }
}
