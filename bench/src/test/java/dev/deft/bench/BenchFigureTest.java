package dev.deft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchFigureTest {

    @TempDir Path directory;

    @Test
    void saysWhetherItMeetsItsTarget() {
        BenchFigure fast = BenchFigure.of("start", 370.4, "ms").atMost(372.8, "0.8 × Codex");
        assertThat(fast.measured()).isEqualTo("370 ms");
        assertThat(fast.wanted()).isEqualTo("≤ 373 ms (0.8 × Codex)");
        assertThat(fast.verdict()).isEqualTo("met");
        assertThat(BenchFigure.of("start", 373, "ms").atMost(372.8, "").verdict())
                .isEqualTo("MISSED");
        assertThat(BenchFigure.of("calls", 1_999, "").atLeast(2_000, "").wanted())
                .isEqualTo("≥ 2,000");
        assertThat(BenchFigure.of("calls", 1_999, "").atLeast(2_000, "").met()).isFalse();
        assertThat(BenchFigure.of("tools", 14, "").verdict()).isEmpty();
    }

    @Test
    void hasTheDigitsThatTellSomething() {
        assertThat(BenchFigure.number(0.0534)).isEqualTo("0.053");
        assertThat(BenchFigure.number(0.6)).isEqualTo("0.6");
        assertThat(BenchFigure.number(1.096)).isEqualTo("1.1");
        assertThat(BenchFigure.number(31.64)).isEqualTo("31.6");
        assertThat(BenchFigure.number(120)).isEqualTo("120");
        assertThat(BenchFigure.number(45_392.4)).isEqualTo("45,392");
        assertThat(BenchFigure.number(0)).isEqualTo("0");
    }

    @Test
    void isReadBackFromItsLine() throws IOException {
        BenchFigure figure =
                BenchFigure.of("a \"b\"", 0.25, "×").atMost(0.3, "pi").withBeside("pi 1, Codex 2");
        assertThat(BenchFigure.parse(figure.line())).isEqualTo(figure);
        BenchFigure plain = BenchFigure.of("tools", 14, "");
        assertThat(BenchFigure.parse(plain.line())).isEqualTo(plain);
    }

    @Test
    void countsTheWorstMeasurementOfATarget() throws IOException {
        Path file = directory.resolve("figures.jsonl");
        var printed = new ByteArrayOutputStream();
        var targets =
                new BenchTargets(
                        new PrintStream(printed, true, StandardCharsets.UTF_8), Optional.of(file));
        targets.add("glob", 0.5, "*.md", 1, 10);
        targets.add("glob", 0.5, "*.java", 6, 10);
        targets.add("grep", 0.5, "TODO", 1, 10);
        targets.told("heap", 12, "MB");

        assertThat(targets.summary()).isFalse();

        assertThat(Files.readAllLines(file))
                .containsExactly(
                        BenchFigure.of("heap", 12, "MB").line(),
                        BenchFigure.of("glob", 0.6, "×")
                                .atMost(0.5, "")
                                .withBeside("worst: *.java")
                                .line(),
                        BenchFigure.of("grep", 0.1, "×")
                                .atMost(0.5, "")
                                .withBeside("worst: TODO")
                                .line());
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("MISSED", "TARGETS MISSED");
    }
}
