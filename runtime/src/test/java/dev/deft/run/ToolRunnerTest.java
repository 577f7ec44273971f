package dev.deft.run;

import static dev.deft.run.FixturePipeline.OPEN;
import static dev.deft.run.FixturePipeline.call;
import static dev.deft.run.FixturePipeline.code;
import static dev.deft.run.FixturePipeline.gate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolRunnerTest {

    @TempDir private Path directory;

    private ToolRunner runner(FixtureTool tool, Gates gates, CallJournal journal) {
        return new FixturePipeline(directory).runner(tool, gates, journal);
    }

    private ToolRunner runner(FixtureTool.Work work) {
        return runner(FixtureTool.of(work), OPEN, CallJournal.NONE);
    }

    @Test
    void returnsTheResultOfTheTool() {
        Envelope envelope = runner((params, _) -> FixtureTool.echo(params)).run(call("hello"));

        assertThat(envelope.callId()).isEqualTo("c1");
        assertThat(envelope.result())
                .isEqualTo(ToolResult.output(new FixtureTool.Data("hello"), "hello", "echo"));
    }

    @Test
    void findsAToolInAnotherCase() {
        ToolRunner runner = runner((params, _) -> FixtureTool.echo(params));

        assertThat(
                        runner.run(ToolCall.of("1", "FixTure", Json.Obj.EMPTY.with("text", "a")))
                                .failed())
                .isFalse();
    }

    @Test
    void namesTheNearestToolsForAnUnknownOne() {
        Envelope envelope =
                runner((params, _) -> FixtureTool.echo(params))
                        .run(ToolCall.of("1", "fixtrue", "{}"));

        assertThat(envelope.result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.UNKNOWN_TOOL,
                                "There is no tool \"fixtrue\". The nearest are: fixture."));
    }

    @Test
    void rejectsInvalidArguments() {
        ToolRunner runner = runner((params, _) -> FixtureTool.echo(params));

        for (String arguments :
                List.of(
                        "{",
                        "[]",
                        "7",
                        "{}",
                        "{\"text\":1}",
                        "{\"text\":\"a\",\"b\":1}",
                        "{\"text\":" + "[".repeat(5_000))) {
            assertThat(code(runner.run(ToolCall.of("1", "fixture", arguments))))
                    .as(arguments)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        }
    }

    @Test
    void doesNotRunTheToolWhenAGateDenies() {
        var reached = new AtomicBoolean();
        Gates gates =
                new Gates(
                        List.of(gate(new Verdict.Deny(ErrorCode.PERMISSION_DENIED, "not today"))),
                        Approver.HEADLESS);
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> {
                            reached.set(true);
                            return FixtureTool.echo(params);
                        }),
                        gates,
                        CallJournal.NONE);

        assertThat(runner.run(call("a")).result())
                .isEqualTo(ToolResult.failure(ErrorCode.PERMISSION_DENIED, "not today"));
        assertThat(reached).isFalse();
    }

    @Test
    void failsWhenAGateOverflowsTheStack() {
        Gate deep =
                new Gate() {
                    @Override
                    public String name() {
                        return "deep";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) {
                        throw new StackOverflowError();
                    }
                };
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                        new Gates(List.of(deep), Approver.HEADLESS),
                        CallJournal.NONE);

        assertThat(code(runner.run(call("a")))).isEqualTo(ErrorCode.INTERNAL);
        assertThat(runner.explain(call("a")).rejected().orElseThrow().code())
                .isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void deniesAQuestionInAHeadlessRun() {
        Gates gates =
                new Gates(
                        List.of(
                                gate(
                                        new Verdict.Ask(
                                                "Really?", List.of(), Verdict.AnswerStore.NONE))),
                        Approver.HEADLESS);

        Envelope envelope =
                runner(
                                FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                                gates,
                                CallJournal.NONE)
                        .run(call("a"));

        assertThat(code(envelope)).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    @Test
    void asksTheApproverOnceForAllGatesAndStoresTheAnswer() {
        List<Approver.Request> asked = new ArrayList<>();
        List<Approval> stored = new ArrayList<>();
        Verdict ask = new Verdict.Ask("Really?", List.of("allow fixture *"), stored::add);
        Gates gates =
                new Gates(
                        List.of(gate(ask), gate(new Verdict.Allow("fine")), gate(ask)),
                        approver(asked, Approval.SESSION));

        Envelope envelope =
                runner(
                                FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                                gates,
                                CallJournal.NONE)
                        .run(call("a"));

        assertThat(envelope.failed()).isFalse();
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst().rules()).containsExactly("allow fixture *", "allow fixture *");
        assertThat(stored).containsExactly(Approval.SESSION, Approval.SESSION);
    }

    @Test
    void deniesARejectedCall() {
        Gates gates =
                new Gates(
                        List.of(
                                gate(
                                        new Verdict.Ask(
                                                "Really?", List.of(), Verdict.AnswerStore.NONE))),
                        approver(new ArrayList<>(), Approval.REJECT));

        Envelope envelope =
                runner(
                                FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                                gates,
                                CallJournal.NONE)
                        .run(call("a"));

        assertThat(code(envelope)).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    private static Approver approver(List<Approver.Request> asked, Approval answer) {
        return new Approver() {
            @Override
            public Approval approve(Request request) {
                asked.add(request);
                return answer;
            }

            @Override
            public List<List<String>> answer(
                    String callId, List<dev.deft.host.Question> questions) {
                return List.of();
            }
        };
    }

    @Test
    void turnsEveryExceptionIntoAnEnvelope() {
        assertThat(
                        code(
                                runner(
                                                (_, _) -> {
                                                    throw new HostException(
                                                            ErrorCode.CONFLICT, "no");
                                                })
                                        .run(call("a"))))
                .isEqualTo(ErrorCode.CONFLICT);
        assertThat(
                        code(
                                runner(
                                                (_, _) -> {
                                                    throw new IOException("disk");
                                                })
                                        .run(call("a"))))
                .isEqualTo(ErrorCode.IO_ERROR);
        Envelope bug =
                runner(
                                (_, _) -> {
                                    throw new IllegalStateException("secret detail");
                                })
                        .run(call("a"));
        assertThat(code(bug)).isEqualTo(ErrorCode.INTERNAL);
        assertThat(((Failure) bug.result()).message()).doesNotContain("secret detail");
        assertThat(code(runner((_, _) -> overflow(1)).run(call("a"))))
                .isEqualTo(ErrorCode.INTERNAL);
    }

    private static ToolResult overflow(int depth) {
        return depth == 0 ? ToolResult.failure(ErrorCode.INTERNAL, "") : overflow(depth + 1);
    }

    @Test
    void doesNotRunACallThatCannotBeRecorded() {
        var reached = new AtomicBoolean();
        var journal = new FullDisk();
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> {
                            reached.set(true);
                            return FixtureTool.echo(params);
                        }),
                        OPEN,
                        journal);

        assertThat(runner.run(call("a")).result())
                .isEqualTo(
                        new Failure(
                                ErrorCode.IO_ERROR,
                                "The tool did not run because the call could not be recorded: No space left on device"));
        assertThat(reached).isFalse();
    }

    private static final class FullDisk implements CallJournal {

        @Override
        public Intent intent(ToolCall call, PreparedCall<?> prepared) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void decision(ToolCall call, Gates.Decision decision) {}

        @Override
        public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope)
                throws IOException {
            throw new IOException("No space left on device");
        }
    }

    @Test
    void recordsTheIntentBeforeTheToolRunsAndTheResultBeforeItReturns() {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CallJournal journal =
                new CallJournal() {
                    @Override
                    public Intent intent(ToolCall call, PreparedCall<?> prepared) {
                        order.add("intent");
                        return () -> order.add("durable");
                    }

                    @Override
                    public void decision(ToolCall call, Gates.Decision decision) {
                        order.add("decision");
                    }

                    @Override
                    public void result(
                            ToolCall call, Optional<DialectTool> tool, Envelope envelope) {
                        order.add("result");
                    }
                };
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> {
                            order.add("tool");
                            return FixtureTool.echo(params);
                        }),
                        OPEN,
                        journal);
        runner.run(call("a"));
        order.add("returned");

        assertThat(order)
                .containsExactly("decision", "intent", "durable", "tool", "result", "returned");
    }

    @Test
    void countsFailuresUnknownToolsAndInvalidArguments() {
        ToolRunner runner = runner((params, _) -> FixtureTool.echo(params));
        runner.run(call("a"));
        runner.run(ToolCall.of("2", "fixture", "{}"));
        runner.run(ToolCall.of("3", "nobody", "{}"));

        assertThat(runner.stats().of("fixture"))
                .satisfies(it -> assertThat(it.count()).isEqualTo(2))
                .satisfies(it -> assertThat(it.failures()).isEqualTo(1));
        assertThat(runner.stats().of("nobody").failures()).isEqualTo(1);
    }

    /// Records everything but results.
    private static CallJournal failingOnResults() {
        return new CallJournal() {
            @Override
            public Intent intent(ToolCall call, PreparedCall<?> prepared) {
                return Intent.DURABLE;
            }

            @Override
            public void decision(ToolCall call, Gates.Decision decision) {}

            @Override
            public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope)
                    throws IOException {
                throw new IOException("No space left on device");
            }
        };
    }

    @Test
    void failsWhenTheResultCannotBeRecorded() {
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                        OPEN,
                        failingOnResults());

        Envelope envelope = runner.run(call("a"));

        assertThat(envelope.callId()).isEqualTo("c1");
        assertThat(envelope.result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.IO_ERROR,
                                "The call ended, but its result could not be recorded: No space left on device"));
        assertThat(runner.stats().of("fixture").failures()).isEqualTo(1);
    }

    @Test
    void keepsTheFailureOfACallWhoseResultCannotBeRecorded() {
        Failure failure = ToolResult.failure(ErrorCode.CONFLICT, "it changed");
        ToolRunner runner = runner(FixtureTool.of((_, _) -> failure), OPEN, failingOnResults());

        assertThat(runner.run(call("a")).result()).isEqualTo(failure);
    }

    @Test
    void measuresHowLongACallTook() {
        var started = Instant.parse("2026-01-01T00:00:00Z");
        var defaults = PipelineParts.Settings.defaults();
        var runner =
                new ToolRunner(
                        new FixturePipeline(directory)
                                .parts(
                                        FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                                        OPEN,
                                        CallJournal.NONE)
                                .withSettings(
                                        new PipelineParts.Settings(
                                                1,
                                                defaults.locks(),
                                                InstantSource.fixed(started),
                                                defaults.mask())));

        long before = System.nanoTime();
        Envelope envelope = runner.run(call("a"));
        long elapsed = System.nanoTime() - before;

        assertThat(envelope.started()).isEqualTo(started);
        assertThat(envelope.took()).isPositive().isLessThanOrEqualTo(Duration.ofNanos(elapsed));
    }

    @Test
    void logsTheCallWhenAGateThrows() {
        Gate broken =
                new Gate() {
                    @Override
                    public String name() {
                        return "broken";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) {
                        throw new IllegalStateException("bug");
                    }
                };
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                        new Gates(List.of(broken), Approver.HEADLESS),
                        CallJournal.NONE);

        try (LogCapture log = LogCapture.start()) {
            assertThat(code(runner.run(call("a")))).isEqualTo(ErrorCode.INTERNAL);
            assertThat(runner.explain(call("a")).rejected().orElseThrow().code())
                    .isEqualTo(ErrorCode.INTERNAL);
            assertThat(log.messages())
                    .containsExactly(
                            "call c1 of fixture failed unexpectedly",
                            "call c1 of fixture failed unexpectedly");
        }
    }

    @Test
    void abortsACallWhoseGateIsInterruptedAndStaysInterrupted() {
        Gate interrupted =
                new Gate() {
                    @Override
                    public String name() {
                        return "interrupted";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) throws InterruptedException {
                        throw new InterruptedException();
                    }
                };
        ToolRunner runner =
                runner(
                        FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                        new Gates(List.of(interrupted), Approver.HEADLESS),
                        CallJournal.NONE);

        Envelope envelope = runner.run(call("a"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(envelope.result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.ABORTED, "The call was aborted before it started."));
    }

    @Test
    void masksSecretsInTheResult() {
        var mask = new SecretMask(Map.of("MY_PASSWORD", "correct-horse-battery"), _ -> false);
        var runner =
                new ToolRunner(
                        new FixturePipeline(directory)
                                .parts(
                                        FixtureTool.of((params, _) -> FixtureTool.echo(params)),
                                        OPEN,
                                        CallJournal.NONE)
                                .withMask(mask));

        assertThat(runner.run(call("it is correct-horse-battery")).text())
                .isEqualTo("it is " + SecretMask.MASK);
        assertThat(runner.run(ToolCall.of("2", "correct-horse-battery", "{}")).text())
                .doesNotContain("correct-horse-battery");
    }
}
