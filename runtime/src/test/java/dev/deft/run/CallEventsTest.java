package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
        PipelineParts road =
                PipelineParts.of(
                        new LockedDialect(registry),
                        new Gates(List.of(), Approver.HEADLESS),
                        new TestHosts(directory),
                        CallJournal.NONE);
        return new ToolRunner(road.withEvents(events));
    }

    @Test
    void tellOfACallWhenItsStateIsThere() {
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
        assertThat(counted).allSatisfy(it -> assertThat(it).isPositive());
    }

    @Test
    void aListenerThatThrowsOrHangsHarmsNobody() {
        var events = new CallEvents();
        var never = new CountDownLatch(1);
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        CallEvents.Subscription hanging =
                events.subscribe(_ -> {
                    try {
                        never.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
        try (CallEvents.Subscription _ = events.subscribe(it -> told.add(it.callId()))) {
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
        }
        hanging.close();

        assertThat(told).hasSize(3).containsOnly("1");
    }
}
