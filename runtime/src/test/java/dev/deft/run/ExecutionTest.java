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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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

    private ToolRunner runner(FixtureTool.Work work) {
        return runner(FixtureTool.of(work), OPEN, CallJournal.NONE);
    }

    @Test
    void stopsAToolThatTakesTooLongAndTakesItsHostAway() throws Exception {
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
                            // A tool that does not give up: it goes on until its host refuses.
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

        Envelope envelope = runner(tool, OPEN, CallJournal.NONE).run(call("a"));

        assertThat(code(envelope)).isEqualTo(ErrorCode.TIMEOUT);
        interrupted.await();
        refused.await();
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

        assertThat(code(envelope.get())).isEqualTo(ErrorCode.ABORTED);
        assertThat(flag).as("the caller still knows it was interrupted").isTrue();
    }

    @Test
    void runsNoMoreToolsAtOnceThanAllowed() throws Exception {
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        ToolRunner runner =
                runner((params, _) -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    now.decrementAndGet();
                    return FixtureTool.echo(params);
                });

        new StepRunner(runner, (_, _) -> {})
                .run(IntStream.range(0, 200).mapToObj(it -> call("" + it)).toList());

        assertThat(most.get()).isLessThanOrEqualTo(PipelineParts.DEFAULT_MAX_CONCURRENT);
    }

    @Test
    void losesAndReordersNothingAmongAThousandCalls() throws Exception {
        ToolRunner runner = runner((params, _) -> FixtureTool.echo(params));
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
    void letsCallsThatChangeOnePathGoOneAfterTheOther() throws Exception {
        var inside = new AtomicInteger();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        ToolRunner runner =
                runner((params, _) -> {
                    seen.add(inside.incrementAndGet());
                    Thread.onSpinWait();
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
    void putsAllOfALongOutputIntoASidecar() throws Exception {
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
    void takesTheHeadOfATool() throws Exception {
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
    void keepsNoSidecarThatIsNotNeeded() throws Exception {
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
