package dev.deft.tools.files.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnifiedDiffTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void turnsTheOldTextIntoTheNewOne(long seed) throws Exception {
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String before = text(random);
            String after = text(random);
            var diff = UnifiedDiff.of("x", Optional.of(before), Optional.of(after));
            Patch<String> patch = UnifiedDiffUtils.parseUnifiedDiff(diff.text().lines().toList());
            assertThat(DiffUtils.patch(before.lines().toList(), patch))
                    .isEqualTo(after.lines().toList());
            List<String> lines = after.lines().toList();
            List<String> added =
                    diff.text()
                            .lines()
                            .skip(2)
                            .filter(it -> it.startsWith("+"))
                            .map(it -> it.substring(1))
                            .toList();
            assertThat(diff.changedLines().stream().map(it -> lines.get(it - 1)).toList())
                    .isEqualTo(added);
        }
    }

    private static String text(Random random) {
        return IntStream.range(0, random.nextInt(30))
                .mapToObj(_ -> "line " + random.nextInt(6) + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void saysWhereTheFinalLineEndIsMissing() {
        assertThat(UnifiedDiff.of("a", Optional.of("x"), Optional.of("x\n")).text())
                .isEqualTo(
                        """
                        --- a/a
                        +++ b/a
                        @@ -1 +1 @@
                        -x
                        \\ No newline at end of file
                        +x
                        """);
    }

    @Test
    void isEmptyWhenNothingChanged() {
        assertThat(UnifiedDiff.of("a", Optional.of("x\n"), Optional.of("x\n")))
                .isEqualTo(new UnifiedDiff("", List.of(), 0, 0));
    }

    @Test
    void comparesUpToTenThousandLinesInFull() {
        var diff = diffWithACommonLineInTheMiddle(4_999);
        assertThat(List.of(diff.added(), diff.removed())).containsExactly(4_999, 4_999);
    }

    @Test
    void reportsOneChangeWhereFindingTheSmallestOneWouldTakeMinutes() {
        for (int lines : List.of(5_000, 300_000)) {
            var diff = diffWithACommonLineInTheMiddle(lines);
            assertThat(List.of(diff.added(), diff.removed())).containsExactly(lines + 1, lines + 1);
        }
    }

    private static UnifiedDiff diffWithACommonLineInTheMiddle(int others) {
        int half = others / 2;
        String before = lines("a", half) + "common\n" + lines("c", others - half);
        String after = lines("b", half) + "common\n" + lines("d", others - half);
        return UnifiedDiff.of("x", Optional.of(before), Optional.of(after));
    }

    private static String lines(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(it -> prefix + it + "\n")
                .collect(Collectors.joining());
    }
}
