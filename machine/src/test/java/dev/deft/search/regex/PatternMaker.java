package dev.deft.search.regex;

import java.util.List;
import java.util.Random;

/// Makes regular expressions and lines that they have a chance to match, from a seed.
public final class PatternMaker {

    private static final List<String> ATOMS =
            List.of(
                    "a",
                    "b",
                    "c",
                    "foo",
                    "bar",
                    "é",
                    "ß",
                    "日",
                    "x",
                    "_",
                    "0",
                    "\\.",
                    "\\(",
                    ".",
                    "[ab]",
                    "[^a]",
                    "[a-c0-9]",
                    "\\w",
                    "\\d",
                    "\\W",
                    "\\D",
                    "[^\\w]",
                    "[é-ü]",
                    "[^é]",
                    "\\bfoo",
                    "bar\\b",
                    "\\b",
                    "\\B",
                    "^",
                    "$",
                    "\\t",
                    "[\\w.]",
                    "A",
                    "F",
                    "(?:ab)",
                    "(a|b)",
                    "(?:foo|bar|x)",
                    "(?:é|a)",
                    "😀",
                    "[😀a]",
                    "-",
                    " ",
                    "[[:alpha:]]",
                    "\\s",
                    "\\S",
                    "[\\s\\d]",
                    "[^\\S]",
                    "Привет",
                    "\\bПривет\\b",
                    "[α-ω]",
                    "\\p{Lu}",
                    "\\P{L}",
                    "\\p{Greek}",
                    "k",
                    "s",
                    "σ",
                    "[k-s]",
                    "(?-u:\\w)",
                    "(?-u:\\d)",
                    "(?-u:\\s)",
                    "(?-u:\\b)",
                    "(?i:ks)",
                    "(?i:привет|É)");
    private static final List<String> COUNTS =
            List.of("*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{0,2}", "{2,}");
    private static final List<String> WORDS =
            List.of(
                    "a", "b", "c", "foo", "bar", "é", "ß", "ü", "日", "x", "_", "0", ".", "(", "ab",
                    "A", "FOO", "😀", " ", "\t", "-", "É", "foobar", "9", "aa", "\r", "k", "K", "s",
                    "\u017f", "\u212a", "Привет", "ПРИВЕТ", "σ", "ς", "Σ", "e\u0301", "\u0663",
                    "\u00a0", "\u2003", "\u3042", "\u200d", "\u02bc", "Ⅷ");

    private static final List<String> LINE_PLACES = List.of("^", "$");

    private final Random random;
    private final List<String> atoms;
    private final List<String> words;

    PatternMaker(long seed) {
        this(seed, ATOMS, WORDS);
    }

    private PatternMaker(long seed, List<String> atoms, List<String> words) {
        this.random = new Random(seed);
        this.atoms = atoms;
        this.words = words;
    }

    /// Without what depends on where a line ends; on even seeds texts and patterns are ASCII.
    public static PatternMaker forRipgrep(long seed) {
        List<String> plainWords = WORDS.stream().filter(it -> !it.equals("\r")).toList();
        if (seed % 2 == 0) {
            return new PatternMaker(
                    seed,
                    ATOMS.stream().filter(it -> isAscii(it) && !LINE_PLACES.contains(it)).toList(),
                    plainWords.stream().filter(PatternMaker::isAscii).toList());
        }
        return new PatternMaker(
                seed, ATOMS.stream().filter(it -> !LINE_PLACES.contains(it)).toList(), plainWords);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(it -> it < 128);
    }

    public String pattern() {
        String start = random.nextInt(8) == 0 ? "^" : "";
        String end = random.nextInt(8) == 0 ? "$" : "";
        return (random.nextInt(6) == 0 ? "(?i)" : "") + start + choice(2) + end;
    }

    private String choice(int depth) {
        int options = random.nextInt(4) == 0 ? 2 : 1;
        var text = new StringBuilder(sequence(depth));
        for (int i = 1; i < options; i++) {
            text.append('|').append(sequence(depth));
        }
        return text.toString();
    }

    private String sequence(int depth) {
        var text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            boolean group = depth > 0 && random.nextInt(6) == 0;
            String atom = group ? "(?:" + choice(depth - 1) + ")" : pick(atoms);
            boolean single =
                    group
                            || atom.codePointCount(0, atom.length()) == 1
                            || atom.startsWith("[")
                            || atom.startsWith("(")
                            || atom.length() == 2;
            text.append(atom);
            if (!hasPlace(atom) && single && random.nextInt(3) == 0) {
                text.append(pick(COUNTS));
            }
        }
        return text.toString();
    }

    /// The judges have bugs with places that are repeated.
    private static boolean hasPlace(String atom) {
        return atom.contains("\\b")
                || atom.contains("\\B")
                || atom.contains("$")
                || atom.replace("[^", "").contains("^");
    }

    public String line() {
        var text = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            text.append(pick(words));
        }
        return text.toString();
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
