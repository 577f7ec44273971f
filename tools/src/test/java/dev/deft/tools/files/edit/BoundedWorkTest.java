package dev.deft.tools.files.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.deft.host.HostException;
import dev.deft.tools.files.edit.Editor.Choice;
import dev.deft.tools.files.edit.Editor.LineRange;
import dev.deft.tools.files.text.Document;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Repetitive texts, on which a naive search takes minutes.
class BoundedWorkTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @Test
    void findsTheSameOccurrencesAsIndexOf() {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String text = letters(random, random.nextInt(40));
            String wanted = letters(random, 1 + random.nextInt(6));
            var expected = new ArrayList<Integer>();
            for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
                expected.add(at);
            }
            int[] found =
                    new SequenceSearch(wanted::charAt, wanted.length())
                            .in(text::charAt, text.length(), 0, Integer.MAX_VALUE);
            assertThat(Arrays.stream(found).boxed().toList())
                    .as("%s in %s", wanted, text)
                    .isEqualTo(expected);
        }
    }

    @Test
    void readsEachCharacterAFewTimesOnly() {
        String text = "a".repeat(10_000);
        String wanted = "a".repeat(1_000) + "b";
        var reads = new AtomicInteger();
        int[] found =
                new SequenceSearch(at -> counted(wanted, at, reads), wanted.length())
                        .in(at -> counted(text, at, reads), text.length(), 0, Integer.MAX_VALUE);
        assertThat(found).isEmpty();
        assertThat(reads.get()).isLessThan(4 * (text.length() + wanted.length()));
    }

    private static int counted(String text, int at, AtomicInteger reads) {
        reads.incrementAndGet();
        return text.charAt(at);
    }

    private static String letters(Random random, int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }

    @Test
    void doesNotFindALongTextInAVeryLongLine() {
        String line = "a".repeat(5_000_000);
        String wanted = "a".repeat(100_000) + "b";
        assertTimeoutPreemptively(
                DEADLINE,
                () ->
                        assertThatThrownBy(() -> edit(line, wanted))
                                .isInstanceOf(HostException.class)
                                .hasMessageContaining("The text is not in x"));
    }

    @Test
    void doesNotFindManyLinesInVeryManyEqualOnes() {
        List<String> lines = Collections.nCopies(900_000, "}");
        var wanted = new ArrayList<>(Collections.nCopies(50_000, "}"));
        wanted.add("{");
        assertTimeoutPreemptively(
                DEADLINE,
                () ->
                        assertThatThrownBy(() ->
                                        edit(String.join("\n", lines), String.join("\n", wanted)))
                                .hasMessageContaining("The text is not in x"));
    }

    @Test
    void rejectsATextThatOccursMillionsOfTimes() {
        assertThatThrownBy(() -> edit("a".repeat(3_000_000), "a"))
                .hasMessageContaining("occurs more than 1000000 times");
    }

    @Test
    void pointsOutAccentsInAnotherNormalizationForm() {
        assertThatThrownBy(() -> edit("the cafe\u0301 is open\n", "the caf\u00e9 is open"))
                .hasMessageContaining("The file uses decomposed accents");
        assertThatThrownBy(() -> edit("the caf\u00e9 is open\n", "the cafe\u0301 is open"))
                .hasMessageContaining("The file uses composed accents");
    }

    private static void edit(String text, String wanted) throws HostException {
        new Editor("x", Document.of(text))
                .edit(new Editor.Edit(wanted, "new", new Choice.Only(), LineRange.ALL, ""));
    }
}
