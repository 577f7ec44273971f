package dev.deft.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class BenchReportTest {

    private static final BenchMachine MACHINE =
            new BenchMachine(LocalDate.of(2026, 11, 17), "a CPU", 2, 7.8, "Linux 6", "25", 0.1);

    @Test
    void isATableWithTheDateAndTheMachine() {
        var report = new BenchReport();
        report.add("start", BenchFigure.of("deft --help", 0.8, "×").atMost(1, ""));
        report.add("peers", BenchFigure.of("tools", 14, "").withBeside("pi 4 | 5"));
        assertThat(report.allMet()).isTrue();
        assertThat(report.text(MACHINE))
                .isEqualTo(
                        """
                        Measured on 17 November 2026: a CPU, 2 cores, 8 GB, Linux 6, JDK 25; load average before it 0.10. Targets: 1 met, 0 missed.

                        | bench | figure | measured | target | | beside |
                        | --- | --- | ---: | ---: | --- | --- |
                        | start | deft --help | 0.8 × | ≤ 1 × | met | |
                        | peers | tools | 14 | | | pi 4 \\| 5 |
                        """);
    }

    @Test
    void namesTheMachineWithoutWhatADistributionAdds() {
        assertThat(BenchMachine.kernel("6.12.3-1-generic"))
                .isEqualTo(System.getProperty("os.name") + " 6.12.3");
        assertThat(BenchMachine.field("a\t: 1\nmodel name\t: X 2\nmodel name\t: Y\n", "model name"))
                .isEqualTo("X 2");
    }

    @Test
    void saysWhichBenchFailed() {
        var report = new BenchReport();
        report.failed("loop", "exit code 3");
        assertThat(report.allMet()).isFalse();
        assertThat(report.text(MACHINE))
                .contains("; benches that failed: 1.", "| loop | exit code 3 | | | FAILED | |");
    }

    @Test
    void replacesOnlyWhatIsBetweenTheMarkers() throws IOException {
        String page = "# Top\n" + BenchReport.BEGIN + "\nold\n" + BenchReport.END + "\nrest\n";
        String written = BenchReport.written(page, "new\n");
        assertThat(written)
                .isEqualTo(
                        "# Top\n"
                                + BenchReport.BEGIN
                                + "\n\nnew\n\n"
                                + BenchReport.END
                                + "\nrest\n");
        assertThat(BenchReport.written(written, "new\n")).isEqualTo(written);
        assertThatThrownBy(() -> BenchReport.written("# Top\n", "new"))
                .isInstanceOf(IOException.class);
    }
}
