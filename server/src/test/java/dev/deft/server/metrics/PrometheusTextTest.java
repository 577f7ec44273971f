package dev.deft.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.server.metrics.Metric.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusTextTest {

    @TempDir Path directory;

    @Test
    void writesACounterWithItsLabels() {
        var calls = new CountedEvents("deft_calls_total", "Calls of tools.", "tool", "outcome");
        calls.add("read", "ok");
        calls.add("read", "ok");
        calls.add(2.5, "bash", "denied");

        List<String> lines = PrometheusText.of(List.of(calls.metric())).lines().toList();

        assertThat(lines.subList(0, 2))
                .containsExactly(
                        "# HELP deft_calls_total Calls of tools.",
                        "# TYPE deft_calls_total counter");
        assertThat(lines.subList(2, lines.size()))
                .containsExactlyInAnyOrder(
                        "deft_calls_total{tool=\"read\",outcome=\"ok\"} 2",
                        "deft_calls_total{tool=\"bash\",outcome=\"denied\"} 2.5");
    }

    @Test
    void countsEachDurationInItsBucketAndAllLargerOnes() {
        var took = new DurationHistogram("deft_took_seconds", "Time.", "route");
        took.add("a", Duration.ofMillis(3));
        took.add("a", Duration.ofMillis(30));
        took.add("a", Duration.ofMinutes(1));

        assertThat(PrometheusText.of(List.of(took.metric())).lines())
                .contains(
                        "deft_took_seconds_bucket{route=\"a\",le=\"0.0025\"} 0",
                        "deft_took_seconds_bucket{route=\"a\",le=\"0.005\"} 1",
                        "deft_took_seconds_bucket{route=\"a\",le=\"0.05\"} 2",
                        "deft_took_seconds_bucket{route=\"a\",le=\"10\"} 2",
                        "deft_took_seconds_bucket{route=\"a\",le=\"+Inf\"} 3",
                        "deft_took_seconds_sum{route=\"a\"} 60.033",
                        "deft_took_seconds_count{route=\"a\"} 3");
    }

    @Test
    void countsTogetherWhatWouldFillTheMemory() {
        var calls = new CountedEvents("deft_calls_total", "Calls.", "tool");
        for (int i = 0; i < 10_000; i++) {
            calls.add("invented_" + i);
        }

        List<String> lines = PrometheusText.of(List.of(calls.metric())).lines().toList();

        assertThat(lines).hasSizeLessThan(600);
        assertThat(lines).contains("deft_calls_total{tool=\"other\"} 9500");
    }

    @Test
    void leavesOutWhatCannotBeReadNow() {
        Metric broken =
                Metric.gauge(
                        "deft_broken",
                        "Never.",
                        () -> {
                            throw new IOException("no\nconnection");
                        });
        Metric sound = Metric.gauge("deft_sound", "One.", () -> List.of(Sample.of(1)));

        assertThat(PrometheusText.of(List.of(broken, sound)))
                .isEqualTo(
                        """
                        # deft_broken cannot be read now: no\\nconnection
                        # HELP deft_sound One.
                        # TYPE deft_sound gauge
                        deft_sound 1
                        """);
    }

    @Test
    void isReadByAnIndependentParserAlsoWithHostileLabels() throws Exception {
        var calls = new CountedEvents("deft_calls_total", "Calls \\ and\nlines.", "tool");
        List<String> hostile =
                List.of(
                        "a\"b",
                        "a\\b",
                        "a\nb",
                        "a\\nb",
                        "} 5",
                        "{x=\"y\"}",
                        "ä€😀",
                        "",
                        "# HELP x");
        hostile.forEach(calls::add);
        var took = new DurationHistogram("deft_took_seconds", "Time.", "route");
        took.add("GET /v1/{x}", Duration.ofMillis(3));
        List<Metric> all = new ArrayList<>(List.of(calls.metric(), took.metric()));
        all.addAll(MachineMetrics.of(Instant.EPOCH));

        List<String> read = parsed(PrometheusText.of(all));

        assertThat(read.getFirst()).isEqualTo("7");
        assertThat(read.subList(1, read.size()))
                .containsExactlyInAnyOrderElementsOf(
                        hostile.stream().map(PrometheusTextTest::quoted).toList());
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    /// The number of metrics, and the tools of the first as JSON.
    private List<String> parsed(String text) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("metrics.txt"), text);
        Path module =
                Path.of("target/node/node_modules/parse-prometheus-text-format").toAbsolutePath();
        assertThat(module).as("./check installs it").isDirectory();
        Process node =
                new ProcessBuilder(
                                "node",
                                "-e",
                                """
                                const parse = require(process.argv[1]);
                                const text = require('fs').readFileSync(process.argv[2], 'utf8');
                                const all = (parse.default || parse)(text);
                                console.log(all.length);
                                const calls = all.find(it => it.name === 'deft_calls_total');
                                for (const it of calls.metrics) console.log(JSON.stringify(it.labels.tool));
                                """,
                                module.toString(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (Stream<String> lines = node.inputReader().lines()) {
            List<String> all = lines.toList();
            assertThat(node.waitFor()).isZero();
            return all;
        }
    }
}
