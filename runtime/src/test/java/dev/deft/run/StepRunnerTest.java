package dev.deft.run;

import static dev.deft.run.FixturePipeline.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.DialectTool;
import dev.deft.registry.Parameters;
import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepRunnerTest {

    private static final RequirementSet READ = RequirementSet.reading("{workspace}/**");

    @TempDir private Path directory;

    /// Starts and ends of the calls, in order.
    private final List<String> log = new CopyOnWriteArrayList<>();

    private final List<String> published = new CopyOnWriteArrayList<>();

    private DialectTool tool(String id, RequirementSet requires, FixtureTool.Work work) {
        var tool = new FixtureTool(id, Limits.DEFAULT, requires, work);
        return FixtureDialect.tool(
                tool,
                new Parameters.OfRecord(FixtureTool.Params.class),
                DialectTool.ArgumentMapper.SAME);
    }

    private StepRunner runner(CallOrder order, List<DialectTool> tools) {
        return new StepRunner(
                new FixturePipeline(directory).runner(new FixtureDialect(tools, order)),
                (call, envelope) -> published.add(call.callId() + " " + envelope.callId()));
    }

    private static ToolCall call(String id, String tool) {
        return ToolCall.of(id, tool, Json.Obj.EMPTY.with("text", id));
    }

    /// Logs its start, and ends only when `together` calls have started.
    private FixtureTool.Work meeting(int together) {
        var started = new CountDownLatch(together);
        return (params, _) -> {
            log.add("start " + params.text());
            started.countDown();
            if (!started.await(1, TimeUnit.MINUTES)) {
                return ToolResult.failure(ErrorCode.TIMEOUT, "the calls did not run concurrently");
            }
            log.add("end " + params.text());
            return FixtureTool.echo(params);
        };
    }

    private ToolResult logged(FixtureTool.Params params) {
        log.add("start " + params.text());
        log.add("end " + params.text());
        return FixtureTool.echo(params);
    }

    private static List<String> texts(List<Envelope> envelopes) {
        return envelopes.stream().map(Envelope::text).toList();
    }

    @Test
    void runsCallsThatOnlyReadConcurrently() {
        var runner = runner(CallOrder.READS_IN_PARALLEL, List.of(tool("read", READ, meeting(3))));

        List<Envelope> results =
                runner.run(List.of(call("a", "read"), call("b", "read"), call("c", "read")));

        assertThat(texts(results)).containsExactly("a", "b", "c");
        assertThat(published).containsExactlyInAnyOrder("a a", "b b", "c c");
    }

    @Test
    void runsCallsThatMayWriteOrRunCommandsAloneAndInOrder() {
        var runner =
                runner(
                        CallOrder.READS_IN_PARALLEL,
                        List.of(
                                tool("read", READ, meeting(2)),
                                tool(
                                        "write",
                                        RequirementSet.writing("{workspace}/**"),
                                        (params, _) -> logged(params)),
                                tool(
                                        "run",
                                        RequirementSet.running("*"),
                                        (params, _) -> logged(params))));

        List<Envelope> results =
                runner.run(
                        List.of(
                                call("w1", "write"),
                                call("a", "read"),
                                call("b", "read"),
                                call("w2", "write"),
                                call("c", "read"),
                                call("x", "run")));

        assertThat(texts(results)).containsExactly("w1", "a", "b", "w2", "c", "x");
        assertThat(log.subList(0, 2)).containsExactly("start w1", "end w1");
        assertThat(log.subList(2, 6))
                .containsExactlyInAnyOrder("start a", "start b", "end a", "end b");
        assertThat(log.subList(6, 12))
                .containsExactly("start w2", "end w2", "start c", "end c", "start x", "end x");
        assertThat(published.subList(3, 6)).containsExactly("w2 w2", "c c", "x x");
    }

    @Test
    void runsUnknownToolsConcurrentlyWithReadingOnes() {
        var runner = runner(CallOrder.READS_IN_PARALLEL, List.of(tool("read", READ, meeting(2))));

        List<Envelope> results =
                runner.run(List.of(call("a", "read"), call("b", "nobody"), call("c", "read")));

        assertThat(results.get(0).text()).isEqualTo("a");
        assertThat(code(results.get(1))).isEqualTo(ErrorCode.UNKNOWN_TOOL);
        assertThat(results.get(2).text()).isEqualTo("c");
    }

    @Test
    void runsAllCallsOneAfterTheOtherInASequentialDialect() {
        var runner =
                runner(
                        CallOrder.SEQUENTIAL,
                        List.of(tool("read", READ, (params, _) -> logged(params))));

        runner.run(IntStream.range(0, 50).mapToObj(it -> call("" + it, "read")).toList());

        assertThat(log)
                .isEqualTo(
                        IntStream.range(0, 50)
                                .boxed()
                                .flatMap(it -> List.of("start " + it, "end " + it).stream())
                                .toList());
    }

    @Test
    void runsAllCallsConcurrentlyInAParallelDialect() {
        var runner =
                runner(
                        CallOrder.PARALLEL,
                        List.of(tool("any", RequirementSet.EVERYTHING, meeting(2))));

        assertThat(texts(runner.run(List.of(call("a", "any"), call("b", "any")))))
                .containsExactly("a", "b");
    }

    @Test
    void abortsEveryRunningAndWaitingCallWhenItsThreadIsInterrupted() throws Exception {
        var started = new CountDownLatch(2);
        var runner =
                runner(
                        CallOrder.READS_IN_PARALLEL,
                        List.of(
                                tool(
                                        "read",
                                        READ,
                                        (_, _) -> {
                                            started.countDown();
                                            new CountDownLatch(1).await();
                                            throw new IllegalStateException("unreachable");
                                        }),
                                tool(
                                        "write",
                                        RequirementSet.EVERYTHING,
                                        (params, _) -> logged(params))));
        List<Envelope> results = new ArrayList<>();
        var interrupted = new AtomicBoolean();
        Thread step =
                Thread.ofVirtual()
                        .start(() -> {
                            results.addAll(
                                    runner.run(
                                            List.of(
                                                    call("a", "read"),
                                                    call("b", "read"),
                                                    call("c", "write"))));
                            interrupted.set(Thread.currentThread().isInterrupted());
                        });
        started.await();
        step.interrupt();

        assertThat(step.join(Duration.ofMinutes(1))).as("the step ends").isTrue();
        assertThat(results)
                .extracting(FixturePipeline::code)
                .containsExactly(ErrorCode.ABORTED, ErrorCode.ABORTED, ErrorCode.ABORTED);
        assertThat(log).as("the call that had not started").isEmpty();
        assertThat(interrupted).as("the thread stays interrupted").isTrue();
    }

    @Test
    void leavesItsThreadUninterruptedWhenNobodyInterruptsIt() {
        var runner = runner(CallOrder.READS_IN_PARALLEL, List.of(tool("read", READ, meeting(2))));

        runner.run(List.of(call("a", "read"), call("b", "read")));

        assertThat(Thread.interrupted()).isFalse();
    }
}
