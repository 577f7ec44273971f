package dev.deft.app.terminal.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FuzzyMatchTest {

    @Test
    void findsCharactersInTheirOrderWithoutRegardToCase() {
        assertThat(new FuzzyMatch("rdm").score("README.md")).isNotEqualTo(FuzzyMatch.NONE);
        assertThat(new FuzzyMatch("mdr").score("README.md")).isEqualTo(FuzzyMatch.NONE);
        assertThat(new FuzzyMatch("ÄÖ").score("xäyö")).isNotEqualTo(FuzzyMatch.NONE);
    }

    @Test
    void prefersStartsOfWordsAndRuns() {
        assertThat(new FuzzyMatch("tb").best(List.of("attribute", "TextBuffer", "stub"), 3))
                .containsExactly("TextBuffer", "stub", "attribute");
        assertThat(new FuzzyMatch("edit").best(List.of("e-d-i-t", "credits", "edit"), 3))
                .containsExactly("edit", "credits", "e-d-i-t");
    }

    @Test
    void prefersTheLastPathSegment() {
        List<String> paths =
                List.of("main/other/File.java", "src/app/Main.java", "src/domain/Text.java");
        assertThat(new FuzzyMatch("main").best(paths, 3)).first().isEqualTo("src/app/Main.java");
        assertThat(new FuzzyMatch("main").best(paths, 1)).hasSize(1);
    }

    @Test
    void returnsWhichCharactersMatch() {
        assertThat(new FuzzyMatch("mj").positions("src/Main.java")).containsExactly(4, 9);
        assertThat(new FuzzyMatch("s/mj").positions("src/Main.java")).containsExactly(0, 3, 4, 9);
        assertThat(new FuzzyMatch("zz").positions("src/Main.java")).isEmpty();
        assertThat(new FuzzyMatch("").positions("src/Main.java")).isEmpty();
    }

    @Test
    void anEmptyQueryMatchesEverything() {
        assertThat(new FuzzyMatch("").best(List.of("long name", "a"), 5))
                .containsExactly("a", "long name");
    }

    @Test
    void positionsSpellTheQuery() {
        var random = new Random(2);
        for (int run = 0; run < 3_000; run++) {
            String text = random(random, 25);
            String query = random(random, 4);
            var match = new FuzzyMatch(query);
            List<Integer> positions = match.positions(text);
            var spelled = new StringBuilder();
            positions.forEach(it -> spelled.append(text.charAt(it)));
            boolean contained = isSubsequence(query, text);
            assertThat(match.score(text) != FuzzyMatch.NONE).isEqualTo(contained);
            assertThat(spelled.toString()).isEqualToIgnoringCase(contained ? query : "");
            assertThat(positions).isSorted().doesNotHaveDuplicates();
        }
    }

    private static boolean isSubsequence(String query, String text) {
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (next < query.length()
                    && Character.toLowerCase(query.charAt(next))
                            == Character.toLowerCase(character)) {
                next++;
            }
        }
        return next == query.length();
    }

    private static String random(Random random, int longest) {
        var text = new StringBuilder();
        for (int i = random.nextInt(longest); i > 0; i--) {
            text.append("abAB/_. ".charAt(random.nextInt(8)));
        }
        return text.toString();
    }

    /// Prints how long a search takes; run by hand.
    public static void main(String[] arguments) {
        var random = new Random(1);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            paths.add(
                    "module%d/src/main/java/dev/deft/part%d/Some%sThing%d.java"
                            .formatted(i % 17, i % 301, "ABCDEF".charAt(random.nextInt(6)), i));
        }
        for (String query : List.of("some", "smt99", "deftthing", "zzz", "m3some", "java")) {
            for (int i = 0; i < 30; i++) {
                new FuzzyMatch(query).best(paths, 8);
            }
            long start = System.nanoTime();
            List<String> best = new FuzzyMatch(query).best(paths, 8);
            System.out.println(query + " " + (System.nanoTime() - start) / 1000 + " us " + best);
        }
    }
}
