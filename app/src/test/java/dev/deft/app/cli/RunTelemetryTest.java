package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a collector gets of `deft run`, and what becomes of a run without one.
@Tag("slow")
class RunTelemetryTest {

    private static final String ASKED = "DEFT_TELEMETRY";

    @TempDir Path root;

    private DeftRun run(BothWires model, List<Map<String, String>> variables) throws Exception {
        Map<String, String> all = new HashMap<>(model.environment("anthropic"));
        variables.forEach(all::putAll);
        try (var deft =
                new DeftProcess(
                        root, all, "run", "canary-prompt", "--headless", "--allow", "bash *")) {
            int code = deft.end();
            return new DeftRun(code, String.join("\n", deft.lines()), deft.err());
        }
    }

    private static BothWires model() throws Exception {
        return BothWires.following(
                calls("bash", args("command", "cat canary-file.txt")), says("canary-answer"));
    }

    @Test
    void aCollectorGetsTheSpansAndMetricsOfARunWithoutContents() throws Exception {
        Files.writeString(root.resolve("canary-file.txt"), "canary-output");
        try (var model = model();
                var collector = new OtlpCollector()) {
            DeftRun run = run(model, List.of(collector.environment(), Map.of(ASKED, "1")));

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("canary-answer");
            assertThat(run.err()).doesNotContain("elemetry");
            assertThat(collector.spans().stream().map(collector::path))
                    .contains(
                            "invoke_agent build",
                            "invoke_agent build > step 1 > execute_tool bash > gates",
                            "invoke_agent build > step 1 > execute_tool bash > command",
                            "invoke_agent build > step 2")
                    .filteredOn(it -> it.contains("> chat "))
                    .hasSize(2);
            assertThat(collector.metrics())
                    .contains(
                            "gen_ai.client.token.usage",
                            "gen_ai.client.operation.duration",
                            "gen_ai.execute_tool.duration");
            assertThat(collector.keys()).isNotEmpty().allMatch("a key"::equals);
            assertThat(collector.everything())
                    .contains("service.name", "anthropic")
                    .doesNotContain("canary", BothWires.KEY, root.toString());
        }
    }

    @Test
    void contentsAreSentOnlyIfTheyAreAskedFor() throws Exception {
        Files.writeString(root.resolve("canary-file.txt"), "canary-output " + BothWires.KEY);
        try (var model = model();
                var collector = new OtlpCollector()) {
            run(
                    model,
                    List.of(
                            collector.environment(),
                            Map.of(
                                    ASKED,
                                    "true",
                                    "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
                                    "true")));

            assertThat(collector.everything())
                    .contains("canary-prompt", "canary-answer", "cat canary-file.txt")
                    .contains("canary-output")
                    .doesNotContain(BothWires.KEY);
        }
    }

    @Test
    void nothingIsSentUnlessTelemetryIsAskedFor() throws Exception {
        try (var model = model();
                var collector = new OtlpCollector()) {
            DeftRun run = run(model, List.of(collector.environment()));

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(collector.everything()).isEmpty();
            assertThat(collector.keys()).isEmpty();
        }
    }

    @Test
    void aRunSucceedsWithoutTheCollectorAndSaysSoOnce() throws Exception {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (var model = model()) {
            DeftRun run =
                    run(
                            model,
                            List.of(
                                    Map.of(
                                            ASKED,
                                            "1",
                                            "OTEL_EXPORTER_OTLP_ENDPOINT",
                                            "http://user:"
                                                    + "canary-password"
                                                    + "@127.0.0.1:"
                                                    + port)));

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("canary-answer");
            assertThat(run.err().lines().filter(it -> it.contains("elemetry")))
                    .singleElement()
                    .asString()
                    .contains("Telemetry does not reach the collector at http://127.0.0.1:" + port);
            assertThat(run.err()).doesNotContain("canary-password", "Exception");
        }
    }

    /// It takes connections and never answers.
    @Test
    void aRunDoesNotWaitForACollectorThatHangs() throws Exception {
        try (var model = model();
                var hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            DeftRun run =
                    run(
                            model,
                            List.of(
                                    Map.of(
                                            ASKED,
                                            "1",
                                            "OTEL_EXPORTER_OTLP_TIMEOUT",
                                            "600000",
                                            "OTEL_EXPORTER_OTLP_ENDPOINT",
                                            "http://127.0.0.1:" + hanging.getLocalPort())));

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err()).containsOnlyOnce("Telemetry does not reach");
        }
    }

    @Test
    void aWrongSettingIsRefusedAtTheStart() throws Exception {
        try (var model = model()) {
            DeftRun run =
                    run(
                            model,
                            List.of(
                                    Map.of(
                                            ASKED,
                                            "1",
                                            "OTEL_EXPORTER_OTLP_ENDPOINT",
                                            "collector:4317")));

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err())
                    .contains("OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as")
                    .doesNotContain("Exception");
            assertThat(model.asked()).isEmpty();
        }
    }
}
