package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallEventsTest {

    @TempDir private Path directory;

    private ToolRunner runner(CallEvents events) {
        var registry =
                ToolRegistry.of(
                        List.of(
                                FixtureTool.of((params, host) -> {
                                    host.progress().report("half way\n");
                                    return FixtureTool.echo(params);
                                })));
        PipelineParts parts =
                PipelineParts.of(
                        new LockedDialect(registry),
                        new Gates(List.of(), Approver.HEADLESS),
                        new TestHosts(directory),
                        CallJournal.NONE);
        return new ToolRunner(parts.withEvents(events));
    }

    @Test
    void areDeliveredAfterTheCallIsCounted() {
        var events = new CallEvents();
        ToolRunner runner = runner(events);
        List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());
        List<Long> counted = Collections.synchronizedList(new ArrayList<>());
        try (CallEvents.Subscription _ =
                events.subscribe(event -> {
                    numbers.add(event.number());
                    if (event instanceof CallEvent.Completed) {
                        counted.add(runner.stats().of("fixture").count());
                    }
                })) {
            runner.run(ToolCall.of("1", "fixture", Json.Obj.EMPTY.with("text", "a")));
            runner.run(ToolCall.of("2", "fixture", "{}"));
        }

        assertThat(numbers).containsExactlyInAnyOrder(400, 405, 410, 400, 420);
        assertThat(counted).singleElement().satisfies(it -> assertThat(it).isPositive());
    }

    @Test
    void areProgressAloneForAListenerOfProgress() {
        var events = new CallEvents();
        List<String> texts = Collections.synchronizedList(new ArrayList<>());
        try (CallEvents.Subscription _ = events.subscribeToProgress(it -> texts.add(it.text()))) {
            runner(events).run(ToolCall.of("1", "fixture", Json.Obj.EMPTY.with("text", "a")));
        }

        assertThat(texts).containsExactly("half way\n");
    }

    @Test
    void reachOtherListenersWhenOneThrowsOrHangs() throws Exception {
        var events = new CallEvents();
        var interrupted = new CountDownLatch(1);
        List<String> received = Collections.synchronizedList(new ArrayList<>());
        CallEvents.Subscription hanging = events.subscribe(_ -> hang(interrupted));
        try (LogCapture log = LogCapture.start();
                CallEvents.Subscription _ = events.subscribe(it -> received.add(it.callId()))) {
            try (CallEvents.Subscription _ =
                    events.subscribe(_ -> {
                        throw new IllegalStateException("bad listener");
                    })) {
                assertThat(
                                runner(events)
                                        .run(
                                                ToolCall.of(
                                                        "1",
                                                        "fixture",
                                                        Json.Obj.EMPTY.with("text", "a")))
                                        .failed())
                        .isFalse();
            }
            assertThat(log.messages()).hasSize(3).containsOnly("a listener failed on call 1");
        }
        hanging.close();

        assertThat(received).hasSize(3).containsOnly("1");
        assertThat(interrupted.await(1, TimeUnit.MINUTES))
                .as("the hanging listener is interrupted")
                .isTrue();
    }

    /// Blocks until it is interrupted.
    private static void hang(CountDownLatch interrupted) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            interrupted.countDown();
        }
    }

    private static CallEvent event(int number) {
        return new CallEvent.Requested(
                "" + number, "fixture", new ToolCall.Arguments.Value(Json.Obj.EMPTY));
    }

    @Test
    void sayHowACallEnded() {
        var events = new CallEvents();
        ToolRunner runner = runner(events);
        List<CallEvent> ends = Collections.synchronizedList(new ArrayList<>());
        Envelope good;
        Envelope bad;
        try (CallEvents.Subscription _ =
                events.subscribe(it -> {
                    if (it.number() >= 410) {
                        ends.add(it);
                    }
                })) {
            good = runner.run(ToolCall.of("1", "fixture", Json.Obj.EMPTY.with("text", "a")));
            bad = runner.run(ToolCall.of("2", "FIXTURE", "{}"));
        }

        assertThat(ends)
                .containsExactlyInAnyOrder(
                        new CallEvent.Completed("1", "fixture", good),
                        new CallEvent.Failed("2", "fixture", bad));
    }

    @Test
    void arePublishedInTheirOrderAndBeforeTheSubscriptionCloses() {
        var events = new CallEvents();
        List<String> received = Collections.synchronizedList(new ArrayList<>());
        try (CallEvents.Subscription _ = events.subscribe(it -> received.add(it.callId()))) {
            for (int i = 0; i < 1_000; i++) {
                events.publish(event(i));
            }
        }
        events.publish(event(1_000));

        assertThat(received).isEqualTo(IntStream.range(0, 1_000).mapToObj(it -> "" + it).toList());
    }

    @Test
    void areDroppedForAListenerWithTenThousandPendingOnes() throws Exception {
        var events = new CallEvents();
        var first = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        List<String> received = Collections.synchronizedList(new ArrayList<>());
        try (CallEvents.Subscription _ =
                events.subscribe(it -> {
                    received.add(it.callId());
                    first.countDown();
                    awaitQuietly(goOn);
                })) {
            events.publish(event(0));
            first.await();
            for (int i = 1; i <= 10_002; i++) {
                events.publish(event(i));
            }
            goOn.countDown();
        }

        assertThat(received)
                .isEqualTo(IntStream.rangeClosed(0, 10_000).mapToObj(it -> "" + it).toList());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void areDeliveredToAllListenersBeforeTheyAreClosed() {
        var events = new CallEvents();
        List<String> received = Collections.synchronizedList(new ArrayList<>());
        CallEvents.Subscription one = events.subscribe(it -> received.add("one " + it.callId()));
        CallEvents.Subscription two = events.subscribe(it -> received.add("two " + it.callId()));
        events.publish(event(1));

        events.close();

        assertThat(received).containsExactlyInAnyOrder("one 1", "two 1");
        events.publish(event(2));
        one.close();
        two.close();
        assertThat(received).hasSize(2);
    }

    @Test
    void interruptAHangingListenerWhenTheyAreClosed() throws Exception {
        var events = new CallEvents();
        var interrupted = new CountDownLatch(1);
        var _ = events.subscribe(_ -> hang(interrupted));
        events.publish(event(1));

        events.close();

        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void interruptAHangingListenerAtOnceWhenTheClosingThreadIsInterrupted() throws Exception {
        var events = new CallEvents();
        var started = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        CallEvents.Subscription hanging =
                events.subscribe(_ -> {
                    started.countDown();
                    hang(interrupted);
                });
        events.publish(event(1));
        started.await();

        var stays = new AtomicBoolean();
        Thread closing =
                Thread.ofVirtual()
                        .start(() -> {
                            Thread.currentThread().interrupt();
                            hanging.close();
                            stays.set(Thread.currentThread().isInterrupted());
                        });

        assertThat(closing.join(Duration.ofMinutes(1))).isTrue();
        assertThat(stays).as("the closing thread stays interrupted").isTrue();
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }
}
