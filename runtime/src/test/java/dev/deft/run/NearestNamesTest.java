package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {

    private static final List<String> TOOLS =
            List.of("read", "write", "edit", "grep", "glob", "bash", "multi_edit", "read_many");

    @Test
    void areTheFiveMostSimilarOnesBestFirst() {
        assertThat(NearestNames.of("raed", TOOLS))
                .containsExactly("read", "bash", "grep", "edit", "glob");
        assertThat(NearestNames.of("READ", TOOLS))
                .containsExactly("read", "read_many", "grep", "bash", "edit");
        assertThat(NearestNames.of("multiedit", List.of("edit", "multi_edit")))
                .containsExactly("multi_edit", "edit");
    }

    /// The naive recursive definition.
    private static int distance(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() + b.length();
        }
        int change =
                distance(a.substring(1), b.substring(1)) + (a.charAt(0) == b.charAt(0) ? 0 : 1);
        int insert = distance(a, b.substring(1)) + 1;
        int remove = distance(a.substring(1), b) + 1;
        return Math.min(change, Math.min(insert, remove));
    }

    /// The definition in the documentation: edit distance, at most 2 if one contains the other.
    private static int expected(String a, String b) {
        boolean contained = a.length() > 2 && b.length() > 2 && (a.contains(b) || b.contains(a));
        return contained ? Math.min(2, distance(a, b)) : distance(a, b);
    }

    @Test
    void areSortedByEditDistanceAndThenByName() {
        var random = new Random(7);
        for (int round = 0; round < 300; round++) {
            String given = word(random);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                names.add(word(random));
            }
            List<String> sorted =
                    names.stream()
                            .sorted(
                                    Comparator.comparingInt((String it) -> expected(given, it))
                                            .thenComparing(Comparator.naturalOrder()))
                            .toList();

            assertThat(NearestNames.of(given, names)).as(given + " " + names).isEqualTo(sorted);
        }
    }

    private static String word(Random random) {
        var word = new StringBuilder();
        for (int i = random.nextInt(7); i >= 0; i--) {
            word.append((char) ('a' + random.nextInt(3)));
        }
        return word.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    raed       | ''
                    reader     | '; did you mean read?'
                    wr         | ''
                    wri        | '; did you mean write?'
                    writ       | '; did you mean write?'
                    --bash     | '; did you mean bash?'
                    gr         | ''
                    grip       | '; did you mean grep?'
                    xyz        | ''
                    multi_edi  | '; did you mean multi_edit?'
                    """)
    void areHintedIfTheyAreSimilarEnough(String given, String hint) {
        assertThat(NearestNames.hint(given, TOOLS)).isEqualTo(hint);
    }

    @Test
    void areHintedUpToThree() {
        assertThat(NearestNames.hint("opt", List.of("opta", "optb", "optc", "optd")))
                .isEqualTo("; did you mean opta or optb or optc?");
    }

    @Test
    void areHintedForNamesOfOneCharacter() {
        assertThat(NearestNames.hint("x", List.of("y"))).isEqualTo("; did you mean y?");
        assertThat(NearestNames.hint("x", List.of("yz"))).isEmpty();
    }

    @Test
    void areQuotedWithoutControlCharactersAndShortened() {
        assertThat(NearestNames.quoted("a\u001b[1mb\n")).isEqualTo("\"a?[1mb?\"");
        assertThat(NearestNames.quoted("a".repeat(64))).isEqualTo("\"" + "a".repeat(64) + "\"");
        assertThat(NearestNames.quoted("a".repeat(65))).isEqualTo("\"" + "a".repeat(64) + "…\"");
    }
}
