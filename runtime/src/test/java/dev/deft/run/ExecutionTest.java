package dev.deft.run;

import static dev.deft.run.FixturePipeline.OPEN;
import static dev.deft.run.FixturePipeline.call;
import static dev.deft.run.FixturePipeline.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.ModelText;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionTest {

    @TempDir private Path directory;

    private ToolRunner runner(FixtureTool tool, Gates gates, CallJournal journal) {
        return new FixturePipeline(directory).runner(tool, gates, journal);
    }

    /// A runner whose calls a step runs concurrently.
    private ToolRunner reading(FixtureTool.Work work) {
        return runner(FixtureTool.reading(work), OPEN, CallJournal.NONE);
    }

    private ToolRunner runner(FixtureTool.Work work) {
        return runner(FixtureTool.of(work), OPEN, CallJournal.NONE);
    }

    @Test
    void interruptsAToolThatTimesOutAndRevokesItsHost() throws Exception {
        var interrupted = new CountDownLatch(1);
        var refused = new CountDownLatch(1);
        var tool =
                new FixtureTool(
                        "fixture",
                        Limits.DEFAULT.withTimeout(Duration.ofMillis(50)),
                        (_, host) -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException _) {
                                interrupted.countDown();
                            }
                            // Ignores the interrupt and goes on until its host is revoked.
                            while (true) {
                                try {
                                    host.files();
                                    Thread.onSpinWait();
                                } catch (IllegalStateException e) {
                                    refused.countDown();
                                    throw e;
                                }
                            }
                        });

        try (LogCapture log = LogCapture.start()) {
            Envelope envelope = runner(tool, OPEN, CallJournal.NONE).run(call("a"));

            assertThat(envelope.result())
                    .isEqualTo(
                            ToolResult.failure(
                                    ErrorCode.TIMEOUT,
                                    "fixture took longer than 50 ms and was stopped. Ask for less at once."));
            assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(refused.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(log.messages())
                    .contains("tool fixture does not stop after an interrupt; its host is revoked");
        }
    }

    @Test
    void keepsAnInterruptOfTheCallerWhileItWaitsForAToolToStop() throws Exception {
        var stopping = new CountDownLatch(1);
        var tool =
                new FixtureTool(
                        "fixture",
                        Limits.DEFAULT.withTimeout(Duration.ofMillis(20)),
                        (_, host) -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException _) {
                                stopping.countDown();
                            }
                            // Ignores the interrupt and goes on until its host is revoked.
                            while (true) {
                                host.files();
                                Thread.onSpinWait();
                            }
                        });
        ToolRunner runner = runner(tool, OPEN, CallJournal.NONE);
        var envelope = new AtomicReference<Envelope>();
        var flag = new AtomicBoolean();
        Thread caller =
                Thread.ofVirtual()
                        .start(() -> {
                            envelope.set(runner.run(call("a")));
                            flag.set(Thread.currentThread().isInterrupted());
                        });
        stopping.await();
        caller.interrupt();

        assertThat(caller.join(Duration.ofMinutes(1))).isTrue();
        assertThat(code(envelope.get())).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(flag).as("the caller stays interrupted").isTrue();
    }

    @Test
    void logsNothingAboutAToolThatStopsWhenItTimesOut() {
        var tool =
                new FixtureTool(
                        "fixture",
                        Limits.DEFAULT.withTimeout(Duration.ofMillis(20)),
                        (_, _) -> {
                            new CountDownLatch(1).await();
                            throw new IllegalStateException("unreachable");
                        });

        try (LogCapture log = LogCapture.start()) {
            assertThat(code(runner(tool, OPEN, CallJournal.NONE).run(call("a"))))
                    .isEqualTo(ErrorCode.TIMEOUT);
            assertThat(log.messages()).isEmpty();
        }
    }

    @Test
    void logsAToolThatThrowsUnexpectedly() {
        ToolRunner runner =
                runner((_, _) -> {
                    throw new IllegalStateException("secret detail");
                });

        try (LogCapture log = LogCapture.start()) {
            assertThat(runner.run(call("a")).result())
                    .isEqualTo(
                            ToolResult.failure(
                                    ErrorCode.INTERNAL,
                                    "The tool failed unexpectedly; the log has the details. Try another way."));
            assertThat(log.messages()).containsExactly("fixture failed unexpectedly in call c1");
        }
    }

    @Test
    void releasesTheLocksOfACallThatIsInterruptedWhileItWaitsForAPermit() throws Exception {
        var running = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var tool =
                FixtureTool.of((params, _) -> {
                    if (params.text().equals("first")) {
                        running.countDown();
                        goOn.await();
                    }
                    return FixtureTool.echo(params);
                });
        var runner =
                new ToolRunner(
                        new FixturePipeline(directory)
                                .parts(tool, OPEN, CallJournal.NONE)
                                .withMaxConcurrent(1));
        Thread first = Thread.ofVirtual().start(() -> runner.run(call("first")));
        running.await();
        Json.Obj path = Json.Obj.EMPTY.with("text", "a").with("path", "a.txt");
        var aborted = new AtomicReference<Envelope>();
        Thread second =
                Thread.ofVirtual()
                        .start(() -> aborted.set(runner.run(ToolCall.of("2", "fixture", path))));
        while (second.getState() != Thread.State.WAITING) {
            assertThat(second.isAlive()).as("it waits for a permit").isTrue();
            Thread.onSpinWait();
        }
        second.interrupt();
        second.join();
        goOn.countDown();
        first.join();

        assertThat(aborted.get().result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.ABORTED, "The call was aborted before it started."));
        var third = new AtomicReference<Envelope>();
        Thread last =
                Thread.ofVirtual()
                        .start(() -> third.set(runner.run(ToolCall.of("3", "fixture", path))));
        assertThat(last.join(Duration.ofMinutes(1))).as("the path is free").isTrue();
        assertThat(third.get().failed()).isFalse();
    }

    @Test
    void stopsAToolWhenItsCallerIsInterrupted() throws Exception {
        var running = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        ToolRunner runner =
                runner((_, _) -> {
                    running.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        stopped.countDown();
                    }
                    throw new IllegalStateException("unreachable");
                });
        var envelope = new AtomicReference<Envelope>();
        var flag = new AtomicBoolean();
        Thread caller =
                Thread.ofVirtual()
                        .start(() -> {
                            envelope.set(runner.run(call("a")));
                            flag.set(Thread.currentThread().isInterrupted());
                        });
        running.await();
        caller.interrupt();
        stopped.await();
        caller.join();

        assertThat(envelope.get().result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.ABORTED,
                                "The call was aborted while it ran; what it had done so far stays."));
        assertThat(flag).as("the caller stays interrupted").isTrue();
    }

    @Test
    void runsAsManyToolsAtOnceAsAllowedAndNoMore() throws Exception {
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        var meeting = new CyclicBarrier(PipelineParts.DEFAULT_MAX_CONCURRENT);
        ToolRunner runner =
                reading((params, _) -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    meet(meeting);
                    now.decrementAndGet();
                    return FixtureTool.echo(params);
                });

        List<Envelope> results =
                new StepRunner(runner, (_, _) -> {})
                        .run(
                                IntStream.range(0, 60 * PipelineParts.DEFAULT_MAX_CONCURRENT)
                                        .mapToObj(it -> call("" + it))
                                        .toList());

        assertThat(results).noneMatch(Envelope::failed);
        assertThat(most.get()).isEqualTo(PipelineParts.DEFAULT_MAX_CONCURRENT);
    }

    /// Waits until all parties are here, so that the calls must run at the same time.
    private static void meet(CyclicBarrier meeting) throws IOException, InterruptedException {
        try {
            meeting.await(1, TimeUnit.MINUTES);
        } catch (BrokenBarrierException | TimeoutException e) {
            throw new IOException("the calls did not run at the same time", e);
        }
    }

    @Test
    void returnsTheResultsOfAThousandConcurrentCallsInOrder() throws Exception {
        ToolRunner runner = reading((params, _) -> FixtureTool.echo(params));
        List<ToolCall> calls =
                IntStream.range(0, 1_000)
                        .mapToObj(it ->
                                ToolCall.of(
                                        "id" + it,
                                        "fixture",
                                        Json.Obj.EMPTY.with("text", "t" + it)))
                        .toList();

        List<Envelope> envelopes = new StepRunner(runner, (_, _) -> {}).run(calls);

        assertThat(envelopes)
                .extracting(Envelope::callId)
                .containsExactlyElementsOf(calls.stream().map(ToolCall::callId).toList());
        assertThat(envelopes)
                .extracting(it -> ((ToolResult.Output) it.result()).text())
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000).mapToObj(it -> "t" + it).toList());
        assertThat(runner.stats().of("fixture").count()).isEqualTo(1_000);
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // gives another call the chance to interfere
    void runsCallsThatChangeTheSamePathOneAfterTheOther() throws Exception {
        var inside = new AtomicInteger();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        ToolRunner runner =
                reading((params, _) -> {
                    seen.add(inside.incrementAndGet());
                    Thread.yield();
                    inside.decrementAndGet();
                    return FixtureTool.echo(params);
                });
        Json.Obj sameFile = Json.Obj.EMPTY.with("text", "a").with("path", "dir/../same.txt");
        List<ToolCall> calls =
                IntStream.range(0, 100)
                        .mapToObj(it -> ToolCall.of("" + it, "fixture", sameFile))
                        .toList();

        new StepRunner(runner, (_, _) -> {}).run(calls);

        assertThat(seen).hasSize(100).containsOnly(1);
    }

    @Test
    void writesTheCompleteOutputToASidecar() throws Exception {
        String all = "ü".repeat(3_000);
        var tool =
                new FixtureTool(
                        "fixture",
                        Limits.DEFAULT.withOutputBytes(101),
                        (params, _) -> FixtureTool.echo(params));

        Envelope envelope = runner(tool, OPEN, CallJournal.NONE).run(call(all));

        assertThat(Files.readString(envelope.sidecar().orElseThrow())).isEqualTo(all);
        Json.Obj json = EnvelopeJson.write(envelope);
        assertThat(json.find("data")).contains(Json.Obj.EMPTY.with("head", "ü".repeat(50)));
        assertThat(((Json.Obj) json.find("metadata").orElseThrow()).find("truncated"))
                .contains(new Json.Bool(true));
        assertThat(ModelText.of(envelope)).contains(envelope.sidecar().orElseThrow().toString());
    }

    @Test
    void truncatesOutputOnlyPastTheLimitAndTheBytesForNotes() {
        var tool =
                new FixtureTool(
                        "fixture",
                        Limits.DEFAULT.withOutputBytes(100),
                        (params, _) -> FixtureTool.echo(params));
        ToolRunner runner = runner(tool, OPEN, CallJournal.NONE);
        int most = 100 + Limits.NOTE_BYTES;

        assertThat(runner.run(call("a".repeat(most))).sidecar()).isEmpty();
        assertThat(runner.run(call("a".repeat(most + 1))).sidecar()).isPresent();
    }

    @Test
    void failsIfAToolReturnsAHeadWithoutASidecar() {
        ToolRunner runner =
                runner((params, _) ->
                        ToolResult.output(new FixtureTool.Data(params.text()), "line 1", "t")
                                .asHead());

        assertThat(runner.run(call("a")).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.IO_ERROR, "fixture returned a head without a sidecar"));
    }

    @Test
    void keepsTheSidecarOfAToolThatReturnsAHead() throws Exception {
        ToolRunner runner =
                runner((params, host) -> {
                    host.sidecar().write("line 1\nline 2\n".getBytes(StandardCharsets.UTF_8));
                    return ToolResult.output(new FixtureTool.Data(params.text()), "line 1", "t")
                            .asHead();
                });

        Envelope envelope = runner.run(call("a"));

        assertThat(Files.readString(envelope.sidecar().orElseThrow()))
                .isEqualTo("line 1\nline 2\n");
        assertThat(EnvelopeJson.write(envelope).find("data"))
                .contains(Json.Obj.EMPTY.with("head", "line 1").with("text", "a"));
    }

    @Test
    void deletesASidecarThatIsNotNeeded() throws Exception {
        ToolRunner runner =
                runner((params, host) -> {
                    host.sidecar().write(1);
                    return FixtureTool.echo(params);
                });

        assertThat(runner.run(call("a")).sidecar()).isEmpty();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
