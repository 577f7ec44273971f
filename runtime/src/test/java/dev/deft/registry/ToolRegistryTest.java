package dev.deft.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.host.Limits;
import dev.deft.run.CallJournal;
import dev.deft.run.FixturePipeline;
import dev.deft.run.FixtureTool;
import dev.deft.run.PipelineParts;
import dev.deft.run.TestHosts;
import dev.deft.run.ToolRunner;
import dev.deft.tool.ChangingTools;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolRegistryTest {

    private static FixtureTool tool(String id) {
        return new FixtureTool(id, Limits.DEFAULT, (params, _) -> FixtureTool.echo(params));
    }

    @Test
    void findsRegisteredToolsInOrder() {
        var registry = ToolRegistry.of(List.of(tool("b"), tool("a")));

        assertThat(registry.list()).extracting(it -> it.spec().id()).containsExactly("b", "a");
        assertThat(registry.has("a")).isTrue();
        assertThat(registry.get("c")).isEmpty();
        assertThat(registry.listByCategory(ToolCategory.CUSTOM)).hasSize(2);
        assertThat(registry.listByCategory(ToolCategory.FILE)).isEmpty();
    }

    @Test
    void rejectsAnIdThatIsTaken() {
        var registry = ToolRegistry.of(List.of(tool("a")));

        assertThatThrownBy(() -> registry.registerMany(List.of(tool("b"), tool("a"))))
                .hasMessageContaining("a tool a already");
        assertThat(registry.list()).hasSize(1);
    }

    private static List<String> ids(ToolRegistry registry) {
        return registry.list().stream().map(it -> it.spec().id()).toList();
    }

    @Test
    void followsASourceThatChanges() {
        var source = new ChangingTools("server");
        var registry = new ToolRegistry();
        registry.add(ToolSource.of("fixed", tool("a")));
        registry.add(source);

        source.add(tool("b"));
        assertThat(ids(registry)).containsExactly("a", "b");
        source.remove("b");
        assertThat(ids(registry)).containsExactly("a");
    }

    @Test
    void keepsTheSnapshotUntilSomethingChanges() {
        var source = new ChangingTools("server");
        var registry = new ToolRegistry();
        registry.add(source);
        ToolRegistry.Snapshot before = registry.snapshot();
        assertThat(registry.snapshot()).isSameAs(before);

        source.add(tool("b"));

        assertThat(registry.snapshot().version()).isEqualTo(before.version() + 1);
        assertThat(before.list()).isEmpty();
    }

    @Test
    void omitsAnIdThatIsTakenAndReportsItOnce() {
        List<String> told = new ArrayList<>();
        var registry = new ToolRegistry(told::add);
        FixtureTool first = tool("a");
        var source = new ChangingTools("plug-ins");
        registry.add(ToolSource.of("Deft", first));
        registry.add(source);

        source.set(List.of(tool("a"), tool("b")));
        assertThat(ids(registry)).containsExactly("a", "b");
        source.add(tool("c"));

        assertThat(registry.get("a")).containsSame(first);
        assertThat(ids(registry)).containsExactly("a", "b", "c");
        assertThat(told)
                .containsExactly(
                        "The tool a of plug-ins is left out: there is one with this id already. Rename or remove it.");
    }

    /// A source that throws when it is read after a change.
    private static final class BreakingSource implements ToolSource {

        private final List<Runnable> listeners = new ArrayList<>();
        private boolean broken;

        @Override
        public String name() {
            return "server";
        }

        @Override
        public List<Tool<?>> tools() {
            if (broken) {
                throw new IllegalStateException("gone");
            }
            return List.of(tool("a"));
        }

        @Override
        public Subscription onChange(Runnable listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }
    }

    @Test
    void keepsTheToolsOfASourceThatThrowsAndReportsIt() {
        List<String> told = new ArrayList<>();
        var registry = new ToolRegistry(told::add);
        var source = new BreakingSource();
        registry.add(source);

        source.broken = true;
        source.listeners.forEach(Runnable::run);

        assertThat(ids(registry)).containsExactly("a");
        assertThat(told).singleElement().asString().contains("server").contains("gone");
    }

    @Test
    void ignoresChangesAfterItIsClosed() {
        var source = new BreakingSource();
        var registry = new ToolRegistry();
        registry.add(source);

        registry.close();

        assertThat(source.listeners).isEmpty();
        assertThat(ids(registry)).containsExactly("a");
    }

    @Test
    void omitsRemovedToolsAlsoAfterTheirSourceChanges() {
        var source = new ChangingTools("server");
        source.set(List.of(tool("a"), tool("b")));
        var registry = new ToolRegistry();
        registry.add(source);

        registry.remove("a");
        source.add(tool("c"));
        assertThat(ids(registry)).containsExactly("b", "c");

        FixtureTool own = tool("a");
        registry.register(own);
        assertThat(registry.get("a")).containsSame(own);
        registry.remove("a");
        assertThat(registry.has("a")).isFalse();
    }

    @Test
    void countsItsToolsAndTheCallsOfAllRunners(@TempDir Path directory) {
        var registry =
                ToolRegistry.of(List.of(FixtureTool.of((params, _) -> FixtureTool.echo(params))));
        for (int i = 0; i < 2; i++) {
            PipelineParts road =
                    PipelineParts.of(
                            new LockedDialect(registry),
                            FixturePipeline.OPEN,
                            new TestHosts(directory),
                            CallJournal.NONE);
            var runner = new ToolRunner(road, new ToolStats(registry.calls()));
            runner.run(FixturePipeline.call("a"));
            assertThat(runner.stats().of("fixture").count()).isEqualTo(1);
        }

        RegistryStats stats = registry.stats();
        assertThat(stats.total()).isEqualTo(1);
        assertThat(stats.byCategory()).isEqualTo(Map.of("custom", 1));
        assertThat(registry.calls().of("fixture").count()).isEqualTo(2);
        assertThat(JsonText.write(stats.json()))
                .startsWith(
                        "{\"total\":1,\"byCategory\":{\"custom\":1},\"callStats\":{\"fixture\":{\"count\":2,\"failures\":0,\"avgDuration\":");
    }

    @Test
    void servesReadersWhileSourcesChange() throws InterruptedException {
        var source = new ChangingTools("server");
        source.add(tool("a"));
        var registry = new ToolRegistry();
        registry.add(source);
        List<List<String>> unexpected = Collections.synchronizedList(new ArrayList<>());
        var running = new AtomicBoolean(true);
        var reading = new CountDownLatch(1);
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            while (running.get()) {
                                List<String> seen = ids(registry);
                                if (!seen.equals(List.of("a")) && !seen.equals(List.of("a", "b"))) {
                                    unexpected.add(seen);
                                }
                                reading.countDown();
                            }
                        });
        reading.await();
        try {
            for (int i = 0; i < 500; i++) {
                source.add(tool("b"));
                assertThat(ids(registry)).containsExactly("a", "b");
                source.remove("b");
                assertThat(ids(registry)).containsExactly("a");
            }
        } finally {
            running.set(false);
        }
        reader.join();

        assertThat(unexpected).isEmpty();
    }

    @Test
    void showsAChangeThatAnotherThreadIsStillReading() throws InterruptedException {
        var reading = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var slow = new SlowTools(reading, goOn);
        var registry = new ToolRegistry();
        registry.add(slow);
        slow.changed();
        Thread first = Thread.ofPlatform().start(registry::snapshot);
        reading.await();
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        Thread second = Thread.ofPlatform().start(() -> seen.addAll(ids(registry)));
        while (second.isAlive() && second.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        first.join();
        second.join();

        assertThat(seen).containsExactly("new");
    }

    /// A source whose second list takes its time.
    private static final class SlowTools implements ToolSource {

        private final CountDownLatch reading;
        private final CountDownLatch goOn;
        private Runnable listener = () -> {};
        private volatile boolean slow;

        SlowTools(CountDownLatch reading, CountDownLatch goOn) {
            this.reading = reading;
            this.goOn = goOn;
        }

        void changed() {
            slow = true;
            listener.run();
        }

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public List<Tool<?>> tools() {
            if (!slow) {
                return List.of(tool("old"));
            }
            reading.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return List.of(tool("new"));
        }

        @Override
        public Subscription onChange(Runnable listener) {
            this.listener = listener;
            return Subscription.NONE;
        }
    }

    @Test
    void letsARunningCallEndAfterItsToolIsRemoved(@TempDir Path directory)
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        var gone = new CountDownLatch(1);
        var source = new ChangingTools("server");
        source.add(
                FixtureTool.of((params, _) -> {
                    begun.countDown();
                    gone.await();
                    return FixtureTool.echo(params);
                }));
        var registry = new ToolRegistry();
        registry.add(source);
        var runner =
                new ToolRunner(
                        PipelineParts.of(
                                new LockedDialect(registry),
                                FixturePipeline.OPEN,
                                new TestHosts(directory),
                                CallJournal.NONE));
        List<Envelope> ended = new ArrayList<>();
        Thread call =
                Thread.ofVirtual()
                        .start(() -> {
                            ended.add(runner.run(FixturePipeline.call("late")));
                            begun.countDown();
                        });

        begun.await();
        source.remove("fixture");
        assertThat(FixturePipeline.code(runner.run(FixturePipeline.call("next"))))
                .isEqualTo(ErrorCode.UNKNOWN_TOOL);
        gone.countDown();
        call.join();

        assertThat(ended).singleElement().matches(it -> !it.failed());
    }
}
