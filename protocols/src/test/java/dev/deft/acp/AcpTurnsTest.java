package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcPeer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Turns of a session, where the connection sends an answer late: the test is the connection.
class AcpTurnsTest {

    @TempDir private Path directory;
    private final ToldPeer client = new ToldPeer();
    private Optional<TestAgents> agents = Optional.empty();
    private Optional<AcpAgent> opened = Optional.empty();
    private String session = "";

    @BeforeEach
    void openASession() throws Exception {
        AcpPlace place = AcpPlace.in(directory);
        agents = Optional.of(new TestAgents(place.home(), Policy.unspecified()));
        opened = Optional.of(new AcpAgent(agents.get(), "test"));
        answered(
                "initialize",
                Json.Obj.EMPTY.with("protocolVersion", Json.Num.of(AcpAgent.VERSION)));
        session =
                AcpClient.object(answered("session/new", AcpClient.in(place.root())))
                        .text("sessionId")
                        .orElseThrow();
        client.told.clear();
    }

    @AfterEach
    void close() throws Exception {
        answered("session/delete", ofSession());
        agents.orElseThrow().close();
    }

    @Test
    void beginOnceTheCancelledTurnBeforeThemIsAnswered() throws Exception {
        RpcCall first = cancelledButNotAnswered();
        RpcCall next = arrived("session/prompt", AcpClient.prompted(session, "say Next."));
        Work answer = work(next);
        answer.awaitEndOrWait();
        client.told.add("answer of the first");
        agent().answered(first);
        assertThat(answer.result()).hasToString("{\"stopReason\":\"end_turn\"}");
        agent().answered(next);
        assertThat(client.told.indexOf("answer of the first"))
                .isLessThan(client.told.indexOf("agent_message_chunk Next."));
        assertThat(client.told.subList(0, 3))
                .containsExactly(
                        "agent_message_chunk Waiting.", "usage_update", "answer of the first");
    }

    @Test
    void beginOnceTheEndedTurnBeforeThemIsAnswered() throws Exception {
        RpcCall first = arrived("session/prompt", AcpClient.prompted(session, "say First."));
        assertThat(work(first).result()).hasToString("{\"stopReason\":\"end_turn\"}");
        int sent = client.told.size();
        RpcCall next = arrived("session/prompt", AcpClient.prompted(session, "say Next."));
        Work answer = work(next);
        answer.awaitEndOrWait();
        client.told.add("answer of the first");
        agent().answered(first);
        assertThat(answer.result()).hasToString("{\"stopReason\":\"end_turn\"}");
        agent().answered(next);
        assertThat(client.told.get(sent)).isEqualTo("answer of the first");
    }

    @Test
    void waitForAllTurnsBeforeThemAlsoWhereOneNeverBegan() throws Exception {
        RpcCall first = cancelledButNotAnswered();
        int sent = client.told.size();
        RpcCall second = arrived("session/prompt", AcpClient.prompted(session, "say Second."));
        Work interrupted = work(second);
        interrupted.awaitEndOrWait();
        interrupted.thread().interrupt();
        interrupted.thread().join();
        agent().answered(second);
        RpcCall third = arrived("session/prompt", AcpClient.prompted(session, "say Third."));
        Work answer = work(third);
        answer.awaitEndOrWait();
        client.told.add("answer of the first");
        agent().answered(first);
        assertThat(answer.result()).hasToString("{\"stopReason\":\"end_turn\"}");
        agent().answered(third);
        assertThat(client.told.subList(sent, sent + 2))
                .containsExactly("answer of the first", "agent_message_chunk Third.");
    }

    @Test
    void areAnsweredBeforeTheirSessionIsClosed() throws Exception {
        RpcCall first = cancelledButNotAnswered();
        Work closing = work(arrived("session/close", ofSession()));
        closing.awaitEndOrWait();
        assertThat(closing.thread().isAlive()).isTrue();
        agent().answered(first);
        assertThat(closing.result()).isEqualTo(Json.Obj.EMPTY);
    }

    @Test
    void areTheirOwnWhereTheClientUsesAnIdAgain() throws Exception {
        RpcCall first = cancelledButNotAnswered();
        RpcCall same = arrived("session/prompt", AcpClient.prompted(session, "wait"));
        assertThat(same).isEqualTo(first);
        agent().answered(first);
        Work answer = work(same);
        agent().notified("session/cancel", ofSession());
        assertThat(answer.result()).isEqualTo(TurnEnd.CANCELLED);
        agent().answered(same);
    }

    /// A turn that was cancelled, has ended, and whose answer the connection has still to send.
    private RpcCall cancelledButNotAnswered() throws Exception {
        RpcCall call = arrived("session/prompt", AcpClient.prompted(session, "wait"));
        Work work = work(call);
        client.waiting.await();
        agent().notified("session/cancel", ofSession());
        assertThat(work.result()).isEqualTo(TurnEnd.CANCELLED);
        return call;
    }

    private AcpAgent agent() {
        return opened.orElseThrow();
    }

    private Json.Obj ofSession() {
        return Json.Obj.EMPTY.with("sessionId", session);
    }

    private Json answered(String method, Json.Obj params) throws Exception {
        RpcCall call = arrived(method, params);
        Json answer = agent().answer(call);
        agent().answered(call);
        return answer;
    }

    /// All requests have the same id, as a client may give them that has the answer before.
    private RpcCall arrived(String method, Json.Obj params) {
        var call = new RpcCall(Json.Num.of(1), method, params, client);
        agent().arrived(call);
        return call;
    }

    private Work work(RpcCall call) {
        Callable<Json> answer = () -> agent().answer(call);
        var task = new FutureTask<>(answer);
        return new Work(task, Thread.ofVirtual().start(task));
    }

    /// The work on a request.
    private record Work(FutureTask<Json> task, Thread thread) {

        Json result() throws Exception {
            return task.get(AcpClient.LONG.toSeconds(), TimeUnit.SECONDS);
        }

        /// Waits until it has ended, or waits for the answer of a turn.
        void awaitEndOrWait() {
            while (thread.isAlive() && !waitsForATurn()) {
                Thread.onSpinWait();
            }
        }

        private boolean waitsForATurn() {
            return (thread.getState() == Thread.State.WAITING
                            || thread.getState() == Thread.State.TIMED_WAITING)
                    && List.of(thread.getStackTrace()).stream()
                            .anyMatch(it -> it.getClassName().equals(Turn.class.getName()));
        }
    }

    /// A client that keeps the updates it is told.
    private static final class ToldPeer implements RpcPeer {

        private final List<String> told = new CopyOnWriteArrayList<>();
        private final CountDownLatch waiting = new CountDownLatch(1);

        @Override
        public Json request(String method, Json.Obj params, Duration timeout) {
            throw new AssertionError("nothing is asked: " + method);
        }

        @Override
        public void sendNotification(String method, Json.Obj params) {
            Json.Obj update = AcpClient.object(params.find("update").orElseThrow());
            String text =
                    update.find("content")
                            .map(it -> " " + AcpClient.object(it).text("text").orElse(""))
                            .orElse("");
            told.add(update.text("sessionUpdate").orElseThrow() + text);
            if (text.equals(" Waiting.")) {
                waiting.countDown();
            }
        }
    }
}
