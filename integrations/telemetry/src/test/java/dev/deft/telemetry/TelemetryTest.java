package dev.deft.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.FallbackModel;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.EngineBuilder;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.engine.observe.EngineObserver;
import dev.deft.policy.Action;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The spans and metrics of real sessions with scripted models.
class TelemetryTest {

    private static final String KEY = "sk-ant-api03-" + "Zz9".repeat(20);

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk =
            OpenTelemetrySdk.builder()
                    .setTracerProvider(
                            SdkTracerProvider.builder()
                                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                                    .build())
                    .setMeterProvider(
                            SdkMeterProvider.builder().registerMetricReader(metrics).build())
                    .build();
    private final TaskScripts models = new TaskScripts();

    @TempDir Path root;

    @BeforeEach
    void aFile() throws IOException {
        Files.writeString(root.resolve("notes.txt"), "the answer is 42\n");
    }

    @AfterEach
    void close() {
        sdk.close();
    }

    private RunOutcome run(String message) throws IOException {
        return run(Telemetry.observer(sdk), Approver.HEADLESS, AgentSpec.standard(), message);
    }

    private RunOutcome run(
            EngineObserver observer, Approver approver, AgentSpec agent, String message)
            throws IOException {
        return run(models, observer, approver, agent, message);
    }

    private RunOutcome run(
            Model model,
            EngineObserver observer,
            Approver approver,
            AgentSpec agent,
            String message)
            throws IOException {
        EngineBuilder builder =
                Engine.builder()
                        .environment(
                                Map.of(
                                        "DEFT_HOME",
                                        root.resolve(".home").toString(),
                                        "PATH",
                                        System.getenv("PATH")))
                        .model(model)
                        .observer(observer);
        try (Engine engine = builder.build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace.session().agent(agent).approver(approver).id("main").open()) {
            return session.run(message, _ -> {});
        }
    }

    private String tree(AttributeKey<?>... shown) {
        return SpanTree.of(exporter.getFinishedSpanItems(), shown);
    }

    private SpanData span(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in\n" + tree()));
    }

    @Test
    void aRunIsATreeOfSteps() throws IOException {
        models.on("find it").calls("read", Map.of("path", "notes.txt")).says("It is 42.");

        run("find it");

        assertThat(tree())
                .isEqualTo(
                        """
                        invoke_agent build
                          step 1
                            chat scripted-1
                            execute_tool read
                              gates
                          step 2
                            chat scripted-1
                        """);
    }

    @Test
    void aSubAgentIsAChildOfTheCallThatStartedIt() throws IOException {
        models.on("find it")
                .calls("task", Map.of("subagent_type", "explore", "prompt", "look up"))
                .says("It is 42.");
        models.on("look up").calls("read", Map.of("path", "notes.txt")).says("I read 42.");

        run("find it");

        assertThat(tree())
                .isEqualTo(
                        """
                        invoke_agent build
                          step 1
                            chat scripted-1
                            execute_tool task
                              gates
                              invoke_agent explore
                                step 1
                                  chat scripted-1
                                  execute_tool read
                                    gates
                                step 2
                                  chat scripted-1
                          step 2
                            chat scripted-1
                        """);
    }

    @Test
    void theCallsOfABatchAreItsChildren() throws IOException {
        Map<String, Object> read = Map.of("tool", "read", "args", Map.of("path", "notes.txt"));
        models.on("go").calls("batch", Map.of("calls", List.of(read, read))).says("Done.");

        run("go");

        assertThat(tree())
                .contains(
                        """
                            execute_tool batch
                              gates
                              execute_tool read
                                gates
                              execute_tool read
                                gates
                        """);
    }

    @Test
    void anApprovalAndItsCommandAreSpansOfTheCall() throws IOException {
        models.on("go").calls("bash", Map.of("command", "exit 3")).says("Done.");

        run(
                Telemetry.observer(sdk),
                _ -> Approval.ONCE,
                AgentSpec.standard().policy(asking()),
                "go");

        assertThat(tree(Keys.ANSWER, Keys.DECISION, Keys.EXIT_CODE))
                .contains(
                        """
                            execute_tool bash
                              gates once allow
                        """,
                        "        approval once\n")
                .contains("      command 3\n");
        assertThat(span("gates").getEvents())
                .extracting(it -> it.getAttributes().get(Keys.VERDICT))
                .contains("ask");
        assertThat(span("execute_tool bash").getStatus().getStatusCode())
                .isEqualTo(StatusCode.UNSET);
        assertThat(names()).contains("deft.approval.duration", "deft.command.duration");
    }

    private static Policy asking() {
        return Policy.unspecified()
                .withRules(
                        List.of(
                                new Rule(Scope.MANIFEST, Action.ALLOW, "*", "**"),
                                new Rule(Scope.MANIFEST, Action.ASK, "bash", "*")))
                .withSandbox(Policy.SandboxMode.OFF);
    }

    @Test
    void spansHaveTheAttributesOfTheConventions() throws IOException {
        models.on("find it").calls("read", Map.of("path", "notes.txt")).says("It is 42.");

        run("find it");

        SpanData run = span("invoke_agent build");
        assertThat(run.getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(texts(run))
                .containsEntry("gen_ai.operation.name", "invoke_agent")
                .containsEntry("gen_ai.provider.name", "mistral_ai")
                .containsEntry("gen_ai.request.model", "scripted-1")
                .containsEntry("gen_ai.agent.name", "build")
                .containsEntry("gen_ai.conversation.id", "main")
                .containsEntry("gen_ai.usage.input_tokens", "100")
                .containsEntry("gen_ai.usage.output_tokens", "10")
                .containsEntry("deft.run.status", "done")
                .containsEntry("deft.run.steps", "2")
                .doesNotContainKey("error.type");
        SpanData chat =
                exporter.getFinishedSpanItems().stream()
                        .filter(it -> it.getName().startsWith("chat"))
                        .toList()
                        .getLast();
        assertThat(chat.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(texts(chat))
                .containsEntry("gen_ai.operation.name", "chat")
                .containsEntry("gen_ai.response.model", "scripted")
                .containsEntry("gen_ai.response.finish_reasons", "[stop]")
                .containsEntry("gen_ai.usage.input_tokens", "100")
                .containsEntry("gen_ai.conversation.id", "main");
        assertThat(texts(span("execute_tool read")))
                .containsEntry("gen_ai.operation.name", "execute_tool")
                .containsEntry("gen_ai.tool.name", "read")
                .containsEntry("gen_ai.tool.type", "function")
                .containsEntry("gen_ai.tool.call.id", "call_1")
                .containsEntry("gen_ai.agent.name", "build");
    }

    private static Map<String, String> texts(SpanData span) {
        return span.getAttributes().asMap().entrySet().stream()
                .collect(
                        Collectors.toMap(
                                it -> it.getKey().getKey(), it -> it.getValue().toString()));
    }

    @Test
    void failuresHaveAType() throws IOException {
        models.on("go")
                .calls("read", Map.of("path", "absent.txt"))
                .calls("no_such_tool_4711", Map.of())
                .fails(ModelException.Kind.DENIED, "The key is wrong.");

        run("go");

        assertThat(tree(Keys.ERROR))
                .isEqualTo(
                        """
                        invoke_agent build failed
                          step 1
                            chat scripted-1
                            execute_tool read not_found
                              gates
                          step 2
                            chat scripted-1
                            execute_tool unknown unknown_tool
                          step 3
                            chat scripted-1 denied
                        """);
        assertThat(span("execute_tool read").getStatus().getStatusCode())
                .isEqualTo(StatusCode.ERROR);
        assertThat(span("execute_tool read").getStatus().getDescription()).isEmpty();
    }

    @Test
    void aModelThatTakesOverIsReportedUnderItsOwnName() throws IOException {
        var first = new ScriptedModel().fails("It is down.");
        models.on("go").says("Done.");
        var both =
                new FallbackModel(
                        first,
                        List.of(
                                new FallbackModel.Other(
                                        models,
                                        ContextLimits.of(100_000, 1_000),
                                        _ -> OptionalDouble.of(0.5))));

        RunOutcome outcome =
                run(both, Telemetry.observer(sdk), Approver.HEADLESS, AgentSpec.standard(), "go");

        assertThat(outcome.text()).isEqualTo("Done.");
        assertThat(tree(Keys.ERROR))
                .isEqualTo(
                        """
                        invoke_agent build
                          step 1
                            chat scripted unreachable
                            chat scripted-1
                        """);
    }

    @Test
    void aRunThatIsInterruptedEndsAllItsSpans() throws IOException {
        models.on("go")
                .then((_, _) -> {
                    throw new InterruptedException();
                });

        run("go");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(tree(Keys.ERROR))
                .isEqualTo(
                        """
                        invoke_agent build aborted
                          step 1
                            chat scripted-1 aborted
                        """);
    }

    @Test
    void aDeniedCallSaysWhichGateDeniedIt() throws IOException {
        models.on("go").calls("bash", Map.of("command", "true")).says("Done.");

        run(
                Telemetry.observer(sdk),
                Approver.HEADLESS,
                AgentSpec.standard().policy(asking()),
                "go");

        assertThat(tree(Keys.DECISION, Keys.ERROR))
                .contains(
                        """
                            execute_tool bash permission_denied
                              gates deny
                        """);
    }

    @Test
    void aRunInASpanOfTheProgramIsItsChild() throws IOException {
        models.on("go").says("Done.");
        Span own = sdk.getTracer("program").spanBuilder("request").startSpan();

        try (var _ = own.makeCurrent()) {
            run("go");
        } finally {
            own.end();
        }

        assertThat(tree())
                .isEqualTo(
                        """
                        request
                          invoke_agent build
                            step 1
                              chat scripted-1
                        """);
    }

    @Test
    void aCallOfTheProgramIsATraceOfItsOwn() throws IOException {
        try (Engine engine =
                        Engine.builder()
                                .environment(Map.of("DEFT_HOME", root.resolve(".home").toString()))
                                .observer(Telemetry.observer(sdk))
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            session.call("read", Map.of("path", "notes.txt"));
        }

        assertThat(tree()).isEqualTo("execute_tool read\n  gates\n");
    }

    @Test
    void metricsCountTokensAndMeasureDurations() throws IOException {
        models.on("find it").calls("read", Map.of("path", "notes.txt")).says("It is 42.");

        run("find it");

        assertThat(names())
                .contains(
                        "gen_ai.client.token.usage",
                        "gen_ai.client.operation.duration",
                        "gen_ai.invoke_agent.duration",
                        "gen_ai.execute_tool.duration",
                        "deft.gate.decisions",
                        "deft.run.active");
        assertThat(metric("gen_ai.client.token.usage").getHistogramData().getPoints())
                .filteredOn(it -> "input".equals(it.getAttributes().get(Keys.TOKEN_TYPE)))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.getSum()).isEqualTo(100);
                    assertThat(it.getBoundaries()).startsWith(1.0, 4.0, 16.0).endsWith(67108864.0);
                });
        assertThat(metric("gen_ai.client.operation.duration").getHistogramData().getPoints())
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.getCount()).isEqualTo(2);
                    assertThat(it.getBoundaries()).startsWith(0.01, 0.02).endsWith(81.92);
                });
        assertThat(metric("deft.run.active").getLongSumData().getPoints())
                .singleElement()
                .satisfies(it -> assertThat(it.getValue()).isZero());
    }

    private MetricData metric(String name) {
        return metrics.collectAllMetrics().stream()
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no metric " + name));
    }

    private List<String> names() {
        return metrics.collectAllMetrics().stream().map(MetricData::getName).toList();
    }

    private RunOutcome runWithCanaries(EngineObserver observer) throws IOException {
        Files.writeString(root.resolve("canary-file.txt"), "canary-output " + KEY + "\n");
        models.on("canary-prompt")
                .calls(
                        ScriptedModel.call(
                                "a",
                                "bash",
                                "{\"command\":\"cat canary-file.txt # canary-argument "
                                        + KEY
                                        + "\"}"),
                        ScriptedModel.call("b", "canary-tool", "{\"x\":\"canary-argument\"}"),
                        ScriptedModel.call("c", "read", "{\"path\":\"canary-missing.txt\"}"))
                .says("canary-answer");
        return run(
                observer,
                _ -> Approval.ONCE,
                AgentSpec.standard().policy(asking()),
                "canary-prompt");
    }

    @Test
    void nothingOfTheContentsIsReported() throws IOException {
        RunOutcome outcome = runWithCanaries(Telemetry.observer(sdk));

        assertThat(outcome.text()).isEqualTo("canary-answer");
        assertThat(exporter.getFinishedSpanItems()).hasSizeGreaterThan(8);
        assertThat(exporter.getFinishedSpanItems().toString())
                .doesNotContain("canary", KEY, root.toString());
        assertThat(metrics.collectAllMetrics().toString())
                .doesNotContain("canary", KEY, root.toString());
    }

    @Test
    void contentsAreReportedWithoutSecretsIfTheyAreWanted() throws IOException {
        runWithCanaries(Telemetry.observerWithContents(sdk));

        assertThat(exporter.getFinishedSpanItems().toString())
                .contains(
                        "canary-prompt",
                        "canary-answer",
                        "canary-argument",
                        "canary-output",
                        "cat canary-file.txt")
                .doesNotContain(KEY);
        assertThat(texts(span("chat scripted-1")).get("gen_ai.input.messages"))
                .isEqualTo(
                        "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"canary-prompt\"}]}]");
    }
}
