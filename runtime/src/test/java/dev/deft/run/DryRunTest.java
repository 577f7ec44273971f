package dev.deft.run;

import static dev.deft.run.FixturePipeline.call;
import static dev.deft.run.FixturePipeline.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Limits;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Dry runs of calls that the approver is asked about.
class DryRunTest {

    @TempDir private Path directory;

    /// What happened to the calls, in order.
    private final List<String> events = new CopyOnWriteArrayList<>();

    private boolean possible = true;
    private FixtureTool tool = FixtureTool.of((params, _) -> FixtureTool.echo(params));

    /// Asks about every call except `free`.
    private static final Gate ASKS =
            new Gate() {
                @Override
                public String name() {
                    return "asks";
                }

                @Override
                public Verdict judge(PreparedCall<?> call) {
                    return call.callId().equals("free")
                            ? new Verdict.Allow("It is free.")
                            : new Verdict.Ask("May it?", List.of(), Verdict.AnswerStore.NONE);
                }
            };

    private ToolRunner runner(Approver approver, int atOnce) {
        return runner(approver, atOnce, CallJournal.NONE);
    }

    private ToolRunner runner(Approver approver, int atOnce, CallJournal journal) {
        return new ToolRunner(
                PipelineParts.of(
                                new LockedDialect(ToolRegistry.of(List.of(tool))),
                                new Gates(List.of(ASKS), approver),
                                new RecordingHosts(),
                                journal)
                        .withMaxConcurrent(atOnce));
    }

    private Approver saying(Approval answer) {
        return request -> {
            events.add("asked: " + request.preview().orElse("no preview"));
            return answer;
        };
    }

    private static ToolCall called(String id, String path) {
        return ToolCall.of(id, "fixture", Json.Obj.EMPTY.with("text", id).with("path", path));
    }

    /// Records what happens to the calls.
    private final class RecordingHosts implements HostFactory {

        private final TestHosts hosts = new TestHosts(directory);

        @Override
        public WorkspaceFiles pathResolver() {
            return hosts.pathResolver();
        }

        @Override
        public boolean canDryRun(PreparedCall<?> call) {
            return possible;
        }

        @Override
        public void discardDryRun(PreparedCall<?> call) {
            events.add("discarded " + call.callId());
        }

        @Override
        public CallHost open(PreparedCall<?> call, Progress progress) {
            events.add(call.mode().wire() + " " + call.callId());
            CallHost host = hosts.open(call, progress);
            return (CallHost)
                    Proxy.newProxyInstance(
                            CallHost.class.getClassLoader(),
                            new Class<?>[] {CallHost.class},
                            (_, method, arguments) ->
                                    method.getName().equals("preview")
                                            ? Optional.of("would " + call.callId())
                                            : method.invoke(host, arguments));
        }
    }

    @Test
    void showTheApproverWhatACallWouldDo() {
        Envelope envelope = runner(saying(Approval.ONCE), 1).run(call("a"));

        assertThat(envelope.result())
                .isEqualTo(ToolResult.output(new FixtureTool.Data("a"), "a", "echo"));
        assertThat(events)
                .containsExactly("dry_run c1", "asked: would c1", "full c1", "discarded c1");
    }

    @Test
    void areDiscardedAfterARejection() {
        Envelope envelope = runner(saying(Approval.REJECT), 1).run(call("a"));

        assertThat(code(envelope)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(events).containsExactly("dry_run c1", "asked: would c1", "discarded c1");
    }

    @Test
    void areDiscardedWhenTheApproverIsInterrupted() {
        Approver interrupted =
                _ -> {
                    throw new InterruptedException();
                };

        Envelope envelope = runner(interrupted, 1).run(call("a"));

        assertThat(Thread.interrupted()).as("the caller stays interrupted").isTrue();
        assertThat(code(envelope)).isEqualTo(ErrorCode.ABORTED);
        assertThat(events).containsExactly("dry_run c1", "discarded c1");
    }

    @Test
    void areDiscardedWhenTheCallCannotBeRecorded() {
        var full =
                new CallJournal() {
                    @Override
                    public Intent intent(ToolCall call, PreparedCall<?> prepared)
                            throws IOException {
                        throw new IOException("disk full");
                    }

                    @Override
                    public void decision(ToolCall call, Gates.Decision decision) {}

                    @Override
                    public void result(
                            ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
                };

        Envelope envelope = runner(saying(Approval.ONCE), 1, full).run(call("a"));

        assertThat(code(envelope)).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(events).containsExactly("dry_run c1", "asked: would c1", "discarded c1");
    }

    @Test
    void areSkippedIfTheHostDoesNotSupportThem() {
        possible = false;

        runner(saying(Approval.ONCE), 1).run(call("a"));

        assertThat(events).containsExactly("asked: no preview", "full c1");
    }

    @Test
    void areSkippedForACallThatNeedsNoApproval() {
        runner(saying(Approval.REJECT), 1).run(called("free", "a.txt"));

        assertThat(events).containsExactly("full free");
    }

    @Test
    void reportNoProgress() {
        tool =
                FixtureTool.of((params, host) -> {
                    host.progress().report(events.getLast());
                    return FixtureTool.echo(params);
                });
        List<String> said = new CopyOnWriteArrayList<>();
        var listeners = new CallEvents();
        var subscription =
                listeners.subscribe(it -> {
                    if (it instanceof CallEvent.Progressed progressed) {
                        said.add(progressed.text());
                    }
                });
        var parts =
                PipelineParts.of(
                        new LockedDialect(ToolRegistry.of(List.of(tool))),
                        new Gates(List.of(ASKS), saying(Approval.ONCE)),
                        new RecordingHosts(),
                        CallJournal.NONE);

        new ToolRunner(parts.withEvents(listeners)).run(call("a"));
        subscription.close();

        assertThat(String.join("", said)).isEqualTo("full c1");
    }

    @Test
    void endWithTheTimeoutOfTheCall() throws Exception {
        var stopped = new CountDownLatch(1);
        tool =
                new FixtureTool(
                        "fixture",
                        Limits.DEFAULT.withTimeout(Duration.ofMillis(50)),
                        (params, _) -> {
                            if (events.getLast().startsWith("dry_run")) {
                                try {
                                    new CountDownLatch(1).await();
                                } finally {
                                    stopped.countDown();
                                }
                            }
                            return FixtureTool.echo(params);
                        });

        runner(saying(Approval.REJECT), 1).run(call("a"));

        assertThat(stopped.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(events).containsExactly("dry_run c1", "asked: would c1", "discarded c1");
    }

    @Test
    void endWithoutAQuestionWhenTheirCallerIsInterrupted() throws Exception {
        var running = new CountDownLatch(1);
        tool =
                FixtureTool.of((_, _) -> {
                    running.countDown();
                    new CountDownLatch(1).await();
                    throw new IllegalStateException("unreachable");
                });
        var envelope = new AtomicReference<Envelope>();
        Thread caller =
                Thread.ofVirtual()
                        .start(() -> envelope.set(runner(saying(Approval.ONCE), 1).run(call("a"))));
        running.await();
        caller.interrupt();
        caller.join();

        assertThat(envelope.get().result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.ABORTED, "The call was aborted before it started."));
        assertThat(events).containsExactly("dry_run c1", "discarded c1");
    }

    @Test
    void waitForAPermitToRun() throws Exception {
        assertThat(meanwhile(1, called("b", "b.txt"), DryRunTest::isWaiting))
                .containsExactly("full free");
    }

    @Test
    void waitForTheCallThatChangesTheSamePath() throws Exception {
        assertThat(meanwhile(3, called("b", "dir/../a.txt"), DryRunTest::isWaiting))
                .containsExactly("full free");
    }

    @Test
    void runConcurrentlyWithOtherCalls() throws Exception {
        assertThat(meanwhile(3, called("b", "b.txt"), _ -> events.contains("dry_run b")))
                .containsExactly("full free", "dry_run b");
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /// Runs a call that changes `a.txt`, and starts another one while it runs.
    ///
    /// @param until when to look at the events
    /// @return the events so far
    private List<String> meanwhile(int atOnce, ToolCall other, Predicate<Thread> until)
            throws Exception {
        var running = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        tool =
                FixtureTool.of((params, _) -> {
                    if (params.text().equals("free")) {
                        running.countDown();
                    }
                    goOn.await();
                    return FixtureTool.echo(params);
                });
        ToolRunner runner = runner(saying(Approval.ONCE), atOnce);
        Thread first = Thread.ofVirtual().start(() -> runner.run(called("free", "a.txt")));
        running.await();
        Thread second = Thread.ofVirtual().start(() -> runner.run(other));
        while (!until.test(second)) {
            assertThat(second.isAlive()).as("it runs or waits").isTrue();
            Thread.onSpinWait();
        }
        List<String> happened = List.copyOf(events);
        goOn.countDown();
        first.join();
        second.join();
        assertThat(events).endsWith("dry_run b", "asked: would b", "full b", "discarded b");
        return happened;
    }

    @Test
    void releaseTheirPermitBeforeTheApproverIsAsked() {
        var runner = new AtomicReference<ToolRunner>();
        Approver calls =
                _ -> {
                    runner.get().run(called("free", "a.txt"));
                    return Approval.ONCE;
                };
        runner.set(runner(calls, 1));

        runner.get().run(called("b", "a.txt"));

        assertThat(events).containsExactly("dry_run b", "full free", "full b", "discarded b");
    }
}
