package dev.deft.app.terminal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.RandomText;
import dev.deft.app.terminal.StyledLines;
import dev.deft.app.terminal.ui.Theme;
import java.util.List;
import java.util.Random;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class DiffLinesTest {

    private static final Theme THEME = new Theme(true);
    private static final int SAMPLES = 1_000;

    @Test
    void staysWithinTheScreenAndShowsNothingThatHidesOrMoves() {
        for (int seed = 0; seed < SAMPLES; seed++) {
            var random = new Random(seed);
            String diff = randomDiff(random);
            int columns = 20 + random.nextInt(231);
            int most = 1 + random.nextInt(60);
            List<AttributedString> lines =
                    DiffLines.of(diff, columns, most, new Theme(random.nextBoolean()));
            assertThat(lines).as("seed %d", seed).hasSizeLessThanOrEqualTo(most);
            for (AttributedString line : lines) {
                assertThat(line.columnLength())
                        .as("seed %d: %s", seed, line)
                        .isLessThanOrEqualTo(columns);
                assertThat(line.toString()).as("seed %d", seed).doesNotContain("\n", "\t");
                assertThat(RandomText.isSafe(line.toString()))
                        .as("seed %d: %s", seed, line)
                        .isTrue();
            }
        }
    }

    private static String randomDiff(Random random) {
        List<String> starts =
                List.of(
                        "--- a/x\n+++ b/x\n",
                        "--- /dev/null\n+++ b/",
                        "@@ -1,9 +1,9 @@\n",
                        "-",
                        "+",
                        " ",
                        "-",
                        "+",
                        "\\ No newline",
                        "diff --git a/x b/x\n",
                        "index 1\n",
                        "\n",
                        "@@ -5 +5 @@ ",
                        "");
        var diff = new StringBuilder();
        for (int left = random.nextInt(40); left > 0; left--) {
            diff.append(starts.get(random.nextInt(starts.size())));
            diff.append(random.nextBoolean() ? "some words of a line" : RandomText.of(random));
            diff.append(random.nextInt(4) == 0 ? " more\n" : "\n");
        }
        return diff.toString();
    }

    @Test
    void countsTheLinesItDoesNotShow() {
        String diff = "--- a/x\n+++ b/x\n@@ -0,0 +1,50 @@\n" + "+line\n".repeat(50);
        assertThat(StyledLines.plain(DiffLines.of(diff, 80, 5, THEME)))
                .isEqualTo("x  +50\n 1 + line\n 2 + line\n 3 + line\n… 47 more lines");
        assertThat(DiffLines.of(diff, 80, 51, THEME)).hasSize(51);
        assertThat(DiffLines.of(diff, 80, 1, THEME)).hasToString("[… 50 more lines]");
    }

    @Test
    void isEmptyForAnEmptyDiff() {
        assertThat(DiffLines.of("", 80, 10, THEME)).isEmpty();
    }

    @Test
    void leavesOutCarriageReturnsWhereAllLinesHaveThem() {
        String diff = "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-one a\r\n+one b\r\n";
        assertThat(StyledLines.plain(DiffLines.of(diff, 80, 10, THEME)))
                .isEqualTo("x  +1 −1\n1 - one a\n1 + one b");
    }

    @Test
    void showsTheStartOfALineOfFiveMegabytes() {
        String line = "word ".repeat(1_000_000);
        String diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-%s\n+%sx\n".formatted(line, line);
        List<AttributedString> lines = DiffLines.of(diff, 80, 10, THEME);
        assertThat(lines).hasSize(10);
        assertThat(lines.getLast()).hasToString("… 2 more lines");
    }

    @Test
    void boundsTheComparisonsOfAHugeDiff() {
        var limit = new WorkLimit();
        String head = "--- a/x\n+++ b/x\n@@ -1,50000 +1,50000 @@\n";
        String diff =
                head + "-some old words\n".repeat(50_000) + "+some new words\n".repeat(50_000);
        var lines = new BoundedLines(80, Integer.MAX_VALUE - 1);
        var hunks = new HunkLines(lines, THEME, limit);
        DiffReader.read(diff)
                .forEach(it -> {
                    if (it instanceof DiffSection.Hunk hunk) {
                        hunks.draw(hunk);
                    }
                });
        assertThat(lines.all(THEME.faint())).hasSize(100_000);
        assertThat(limit.spent()).isBetween(1L, 20_000_000L);
    }
}
