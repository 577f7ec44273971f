package dev.deft.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a connection does with requests to its peer.
@Timeout(60)
class RpcRequestTest {

    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<String> order = new LinkedBlockingQueue<>();

    private final RpcHandler handler =
            new RpcHandler() {
                @Override
                public Json answer(RpcCall call) {
                    return new Json.Str("pong");
                }

                @Override
                public void notified(String method, Json.Obj params) {
                    order.add(method);
                }
            };

    @AfterEach
    void end() {
        callers.shutdownNow();
        callers.close();
    }

    private RawPeer open() throws IOException {
        return new RawPeer(RpcRules.mcpClient(), handler);
    }

    private Future<Json> ask(RawPeer peer, String method, Duration timeout) {
        return callers.submit(
                () -> peer.connection().request(method, Json.Obj.EMPTY.with("a", "b"), timeout));
    }

    private static Json idOf(RawPeer peer, String method) throws Exception {
        Json.Obj request = peer.hearObject();
        assertThat(request.text("method")).contains(method);
        return request.find("id").orElseThrow();
    }

    private static void answer(RawPeer peer, Json id, String result) throws IOException {
        peer.say("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result));
    }

    @Test
    void givesTheResult() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "tools/list", LONG);
            Json.Obj request = peer.hearObject();
            assertThat(request.without("id").toString())
                    .isEqualTo(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":{\"a\":\"b\"}}");
            answer(peer, request.find("id").orElseThrow(), "{\"x\":[]}");
            assertThat(asked.get()).hasToString("{\"x\":[]}");
            assertThat(peer.connection().pendingRequests()).isZero();
        }
    }

    @Test
    void throwsTheErrorOfThePeer() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "m", LONG);
            peer.say(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-1,\"message\":\"no\",\"data\":2}}"
                            .formatted(idOf(peer, "m")));
            assertThatThrownBy(asked::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            RpcException.class,
                            it ->
                                    assertThat(it.error())
                                            .isEqualTo(RpcError.of(-1, "no").with(Json.Num.of(2))));
        }
    }

    @Test
    void takesAnswersInAnyOrder() throws Exception {
        try (RawPeer peer = open()) {
            List<Future<Json>> asked = new ArrayList<>();
            List<Json> ids = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                asked.add(ask(peer, "m" + i, LONG));
                ids.add(idOf(peer, "m" + i));
            }
            assertThat(ids).doesNotHaveDuplicates();
            for (int i = 99; i >= 0; i--) {
                answer(peer, ids.get(i), Integer.toString(i));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(asked.get(i).get()).isEqualTo(Json.Num.of(i));
            }
        }
    }

    @Test
    void believesTheFirstAnswerAndIgnoresUnknownOnes() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "m", LONG);
            Json id = idOf(peer, "m");
            answer(peer, new Json.Str("unknown"), "0");
            peer.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"?\"}}");
            peer.say("{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":0}");
            answer(peer, id, "1");
            answer(peer, id, "2");
            assertThat(asked.get()).isEqualTo(Json.Num.of(1));
            Future<Json> again = ask(peer, "again", LONG);
            answer(peer, idOf(peer, "again"), "3");
            assertThat(again.get()).isEqualTo(Json.Num.of(3));
            assertThat(peer.connection().pendingRequests()).isZero();
        }
    }

    @Test
    void showsNotificationsBeforeTheAnswerThatFollowsThem() throws Exception {
        try (RawPeer peer = open()) {
            Future<?> asked =
                    callers.submit(() -> {
                        peer.connection().request("m", Json.Obj.EMPTY, LONG);
                        return order.add("answer");
                    });
            Json id = idOf(peer, "m");
            for (int i = 0; i < 50; i++) {
                peer.say("{\"jsonrpc\":\"2.0\",\"method\":\"n" + i + "\"}");
            }
            answer(peer, id, "{}");
            asked.get();
            List<String> seen = List.copyOf(order);
            assertThat(seen).hasSize(51).endsWith("n49", "answer").startsWith("n0", "n1");
        }
    }

    @Test
    void answersThePeerWhileItWaits() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "m", LONG);
            Json id = idOf(peer, "m");
            peer.say("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(id));
            assertThat(peer.hear())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":\"pong\"}".formatted(id));
            answer(peer, id, "1");
            assertThat(asked.get()).isEqualTo(Json.Num.of(1));
        }
    }

    @Test
    void cancelsARequestThatTakesTooLong() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "slow", SHORT);
            Json id = idOf(peer, "slow");
            assertThatThrownBy(asked::get)
                    .hasCauseInstanceOf(RpcTimeoutException.class)
                    .hasMessageContaining("no answer to slow within 200 ms");
            assertThat(peer.hear()).isEqualTo(cancellation(id));
            answer(peer, id, "\"late\"");
            Future<Json> next = ask(peer, "next", LONG);
            answer(peer, idOf(peer, "next"), "1");
            assertThat(next.get()).isEqualTo(Json.Num.of(1));
            assertThat(peer.connection().pendingRequests()).isZero();
        }
    }

    private static String cancellation(Json id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%s}}"
                .formatted(id);
    }

    @Test
    void cancelsARequestWhoseSenderIsInterrupted() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "m", LONG);
            Json id = idOf(peer, "m");
            asked.cancel(true);
            assertThat(peer.hear()).isEqualTo(cancellation(id));
        }
    }

    @Test
    void doesNotSendWhatWasGivenUpBeforeItWasWritten() throws Exception {
        var held = new HeldOutput();
        try (RpcConnection connection =
                RpcConnection.open(
                        new PipedInputStream(new PipedOutputStream()),
                        held,
                        RpcRules.mcpClient(),
                        handler)) {
            Future<?> before =
                    callers.submit(() -> {
                        connection.sendNotification("before", Json.Obj.EMPTY);
                        return true;
                    });
            held.reached.await();
            Callable<Json> asking = () -> connection.request("m", Json.Obj.EMPTY, LONG);
            var asked = new FutureTask<>(asking);
            Thread.ofVirtual().start(asked).interrupt();
            assertThatThrownBy(asked::get).hasCauseInstanceOf(InterruptedException.class);
            held.release.countDown();
            before.get();
            connection.sendNotification("after", Json.Obj.EMPTY);
            assertThat(held.toString(StandardCharsets.UTF_8))
                    .isEqualTo(
                            """
                            {"jsonrpc":"2.0","method":"before"}
                            {"jsonrpc":"2.0","method":"after"}
                            """);
        }
    }

    /// Lets nothing through until it is told to.
    private static final class HeldOutput extends ByteArrayOutputStream {

        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);

        @Override
        public void write(byte[] bytes) throws IOException {
            reached.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            super.write(bytes);
        }
    }

    @Test
    void asksWhetherAMessageIsWantedWhenItIsItsTurn() throws Exception {
        var written = new ByteArrayOutputStream();
        var out = new LineOutput(written);
        var waitedFor = new PendingAnswer();
        out.write("one", waitedFor::claim);
        assertThat(waitedFor.withdraw()).isTrue();
        var withdrawn = new PendingAnswer();
        assertThat(withdrawn.withdraw()).isFalse();
        out.write("two", withdrawn::claim);
        assertThat(written).hasToString("one\n");
    }

    @Test
    void failsRequestsWhenThePeerCloses() throws Exception {
        try (RawPeer peer = open()) {
            Future<Json> asked = ask(peer, "m", LONG);
            idOf(peer, "m");
            peer.endMessages();
            assertThatThrownBy(asked::get).hasCauseInstanceOf(ConnectionClosedException.class);
            peer.connection().awaitEnd();
            assertThatThrownBy(() -> peer.connection().request("m", Json.Obj.EMPTY, LONG))
                    .isInstanceOf(ConnectionClosedException.class);
            assertThat(peer.connection().pendingRequests()).isZero();
        }
    }

    @Test
    void doesNotWaitForAPeerThatReadsNothing() throws Exception {
        Process deaf = new ProcessBuilder("sleep", "1000").redirectError(Redirect.DISCARD).start();
        try {
            RpcConnection connection =
                    RpcConnection.open(
                            deaf.getInputStream(),
                            deaf.getOutputStream(),
                            RpcRules.mcpClient(),
                            handler);
            Json.Obj big = Json.Obj.EMPTY.with("a", "x".repeat(1_000_000));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> connection.request("m", big, SHORT))
                        .isInstanceOf(RpcTimeoutException.class);
            }
            assertThat(connection.pendingRequests()).isZero();
            connection.close();
            assertThat(connection.isOpen()).isFalse();
        } finally {
            deaf.destroyForcibly().waitFor();
        }
    }
}
