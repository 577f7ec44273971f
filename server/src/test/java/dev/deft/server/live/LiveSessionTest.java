package dev.deft.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Prompt;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.server.ServerFixture;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session that two threads close.
class LiveSessionTest {

    @TempDir Path directory;

    /// A model that takes its time to end.
    private static final class SlowToClose implements Model {

        private final CountDownLatch closing = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) {
            throw new IllegalStateException("not reached");
        }

        @Override
        public void close() {
            closing.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private LiveSession opened(ServerFixture server, Workspace workspace, Model model)
            throws IOException {
        var ref = new SessionRef("main", "s1");
        var stores =
                new ObservedStores(
                        server.store(),
                        List.of(new ServedWorkspace("main", server.root("main").toRealPath())),
                        _ -> {});
        return new LiveSession(
                ref,
                workspace.session().id("s1").open(),
                model,
                new ServerApprover(server.store(), ref, InstantSource.system(), () -> {}),
                new LiveSession.Parts(server.store().cluster(), stores, () -> {}, _ -> {}));
    }

    @Test
    void whoClosesItSecondWaitsForTheFirst() throws Exception {
        var model = new SlowToClose();
        try (ServerFixture server =
                        new ServerFixture(directory, new ScriptedModel().thenAlwaysSays("hi"));
                Engine engine =
                        Engine.builder()
                                .environment(Map.of("DEFT_HOME", directory.resolve("h").toString()))
                                .model(model)
                                .build();
                Workspace workspace = engine.workspace(server.root("main"))) {
            LiveSession live = opened(server, workspace, model);
            var idle = new FutureTask<>(() -> live.closeIfIdle(0));
            Thread.startVirtualThread(idle);
            model.closing.await();
            var forGood =
                    new FutureTask<>(() -> {
                        live.closeForGood();
                        return true;
                    });
            Thread second = Thread.ofPlatform().start(forGood);
            Thread.State reached =
                    ServerFixture.await(() -> {
                        Thread.State now = second.getState();
                        return now == Thread.State.WAITING || now == Thread.State.TERMINATED
                                ? Optional.of(now)
                                : Optional.empty();
                    });
            assertThat(reached).isEqualTo(Thread.State.WAITING);
            assertThat(live.isClosed()).isTrue();
            model.mayEnd.countDown();
            assertThat(idle.get()).isTrue();
            assertThat(forGood.get()).isTrue();
        }
    }
}
