package dev.deft.search.regex;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LazyDfaTest {

    @Test
    void agreesWithTheBacktrackingMatcherLineByLine() throws Exception {
        compare(0, 3000);
    }

    @Test
    @Tag("deep")
    void agreesWithTheBacktrackingMatcherOnManyPatterns() throws Exception {
        compare(100_000, 100_000);
    }

    private static void compare(int firstSeed, int count) throws Exception {
        int matched = 0;
        for (int seed = firstSeed; seed < firstSeed + count; seed++) {
            var maker = new PatternMaker(seed);
            String pattern = maker.pattern();
            SearchPlan plan = SearchPlan.of(pattern, false, false);
            assertThat(plan.program()).as(pattern).isPresent();
            var dfa = new LazyDfa(plan.program().orElseThrow());
            Pattern judge =
                    Pattern.compile(
                            pattern.replace("[[:alpha:]]", "[a-zA-Z]")
                                    .replace("(?-u", "(?-U")
                                    .replace("{Greek}", "{IsGreek}"),
                            Pattern.UNICODE_CHARACTER_CLASS
                                    | Pattern.UNICODE_CASE
                                    | Pattern.UNIX_LINES);
            for (int i = 0; i < 20; i++) {
                String line = maker.line();
                byte[] bytes = line.getBytes(UTF_8);
                // The judge sees a place inside a surrogate pair, where there is none.
                // It takes letters beyond ASCII for words also where it is told not to.
                if (pattern.contains("(?-u:\\b)")
                        || (pattern.contains("\\B") && line.contains("😀"))) {
                    continue;
                }
                boolean expected = judge.matcher(line).find();
                matched += expected ? 1 : 0;
                assertThat(dfa.matchesLine(bytes, 0, bytes.length))
                        .as("seed %d: /%s/ on '%s'", seed, pattern, line)
                        .isEqualTo(expected);
            }
        }
        assertThat(matched).isBetween(count * 2, count * 18);
    }

    @Test
    void findsTheSameLinesInOneRunAsLineByLine() throws Exception {
        for (int seed = 0; seed < 1500; seed++) {
            var maker = new PatternMaker(seed);
            String pattern = maker.pattern();
            var dfa = new LazyDfa(SearchPlan.of(pattern, false, false).program().orElseThrow());
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                lines.add(maker.line());
            }
            String end = seed % 2 == 0 ? "\n" : "\r\n";
            String text = String.join(end, lines) + (seed % 3 == 0 ? end : "");
            assertThat(run(dfa, text.getBytes(UTF_8)))
                    .as("seed %d: /%s/ on %s", seed, pattern, lines)
                    .isEqualTo(oneByOne(dfa, text.split("\n", -1), seed % 3 == 0));
        }
    }

    private static List<Integer> run(LazyDfa dfa, byte[] text) {
        List<Integer> found = new ArrayList<>();
        int from = 0;
        int line = 0;
        while (from < text.length) {
            int at = dfa.find(text, from, text.length);
            if (at < 0) {
                break;
            }
            while (true) {
                int end = from;
                while (end < text.length && text[end] != '\n') {
                    end++;
                }
                from = end + 1;
                line++;
                if (at <= end) {
                    found.add(line);
                    break;
                }
            }
        }
        return found;
    }

    private static List<Integer> oneByOne(LazyDfa dfa, String[] lines, boolean ended) {
        List<Integer> found = new ArrayList<>();
        int count = ended || lines[lines.length - 1].isEmpty() ? lines.length - 1 : lines.length;
        for (int i = 0; i < count; i++) {
            boolean crlf = lines[i].endsWith("\r") && i < lines.length - 1;
            String line = crlf ? lines[i].substring(0, lines[i].length() - 1) : lines[i];
            byte[] bytes = line.getBytes(UTF_8);
            if (dfa.matchesLine(bytes, 0, bytes.length)) {
                found.add(i + 1);
            }
        }
        return found;
    }

    @Test
    void takesLinearTimeWhereBacktrackingHangs() throws Exception {
        byte[] line = ("a".repeat(200_000) + "!").getBytes(UTF_8);
        byte[] blanks = (" ".repeat(200_000) + "!").getBytes(UTF_8);
        for (String pattern : List.of("(a+)+$", "(a|aa)+b", "(a*)*b", "a{1,50}a{1,50}b")) {
            assertThat(boundedDfa(pattern).matchesLine(line, 0, line.length)).as(pattern).isFalse();
        }
        assertThat(boundedDfa("\\s+$").matchesLine(blanks, 0, blanks.length)).isFalse();
    }

    /// An automaton that gives up after a fixed amount of work, however fast the machine is.
    private static LazyDfa boundedDfa(String pattern) throws RegexSyntaxException {
        var asked = new AtomicInteger();
        return new LazyDfa(
                SearchPlan.of(pattern, false, false).program().orElseThrow(),
                () -> asked.incrementAndGet() > 10);
    }

    @Test
    void endsWhenTheTimeIsUp() throws Exception {
        byte[] line = randomLetters().getBytes(UTF_8);
        var dfa =
                new LazyDfa(
                        SearchPlan.of("a[ab]{40}c", false, false).program().orElseThrow(),
                        () -> true);
        assertThatThrownBy(() -> dfa.matchesLine(line, 0, line.length))
                .isInstanceOf(OutOfTimeException.class);
    }

    @Test
    void discardsItsStatesWhenThereAreTooManyAndContinues() throws Exception {
        String text = randomLetters() + "c";
        byte[] line = text.getBytes(UTF_8);
        String pattern = "a[ab]{14}c$";
        assertThat(dfa(pattern).matchesLine(line, 0, line.length))
                .isEqualTo(Pattern.compile(pattern).matcher(text).find());
        assertThat(dfa("b[ab]{14}d").matchesLine(line, 0, line.length)).isFalse();
    }

    private static String randomLetters() {
        var random = new Random(1);
        var text = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            text.append(random.nextBoolean() ? 'a' : 'b');
        }
        return text.toString();
    }

    private static LazyDfa dfa(String pattern) throws RegexSyntaxException {
        return new LazyDfa(SearchPlan.of(pattern, false, false).program().orElseThrow());
    }
}
