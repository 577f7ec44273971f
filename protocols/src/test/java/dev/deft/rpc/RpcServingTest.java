package dev.deft.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a connection does with the requests of its peer.
@Timeout(60)
class RpcServingTest {

    private static final RpcRules MCP = RpcRules.mcpServer();
    private static final String GO_ON = "{\"jsonrpc\":\"2.0\",\"id\":\"go\",\"method\":\"echo\"}";
    private static final String WENT_ON = "{\"jsonrpc\":\"2.0\",\"id\":\"go\",\"result\":{}}";

    private final BlockingQueue<String> noticed = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> interrupted = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private final RpcHandler handler =
            new RpcHandler() {
                @Override
                public Json answer(RpcCall call)
                        throws RpcException, IOException, InterruptedException {
                    return RpcServingTest.this.answer(call);
                }

                @Override
                public void notified(String method, Json.Obj params) {
                    if (method.equals("bad")) {
                        throw new IllegalStateException("a notification that fails");
                    }
                    noticed.add(method + params);
                }

                @Override
                public void closed() {
                    closed.countDown();
                }
            };

    private Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
        return switch (call.method()) {
            case "echo" -> call.params();
            case "refuse" -> throw RpcException.invalidParams("no");
            case "io" -> throw new IOException("the disk is full");
            case "bug" -> throw new IllegalStateException("a secret");
            case "error" -> throw new StackOverflowError("a secret");
            case "deep" -> deep();
            case "wait" -> waitForever(call);
            case "progress" -> progress(call);
            default -> throw RpcException.methodNotFound(call.method());
        };
    }

    private static Json deep() {
        Json deep = Json.Obj.EMPTY;
        for (int i = 0; i < 5_000; i++) {
            deep = new Json.Arr(List.of(deep));
        }
        return deep;
    }

    private Json waitForever(RpcCall call) throws InterruptedException {
        started.add(call.id().toString());
        try {
            new CountDownLatch(1).await();
            return Json.Null.VALUE;
        } catch (InterruptedException e) {
            interrupted.add(call.id().toString());
            throw e;
        }
    }

    private static Json progress(RpcCall call) throws IOException {
        for (int i = 0; i < 20; i++) {
            call.peer().sendNotification("at", Json.Obj.EMPTY.with("n", Json.Num.of(i)));
        }
        return new Json.Str("done");
    }

    private static String request(String id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\"}".formatted(id, method);
    }

    private RawPeer open(RpcRules rules) throws IOException {
        return new RawPeer(rules, handler);
    }

    private static Json code(Json.Obj answer) {
        return ((Json.Obj) answer.find("error").orElseThrow()).find("code").orElseThrow();
    }

    @Test
    void answersARequestWithItsOwnId() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say("{\"jsonrpc\":\"2.0\",\"id\":1.50,\"method\":\"echo\",\"params\":{\"a\":1}}");
            assertThat(peer.hear())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1.50,\"result\":{\"a\":1}}");
        }
    }

    @Test
    void answersFailuresAsErrors() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(request("1", "refuse"));
            assertThat(peer.hear())
                    .isEqualTo(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}");
            peer.say(request("2", "nothing"));
            assertThat(code(peer.hearObject())).isEqualTo(Json.Num.of(RpcError.METHOD_NOT_FOUND));
            peer.say(request("3", "io"));
            assertThat(peer.hear()).contains("-32603", "the disk is full");
        }
    }

    @Test
    void tellsNothingOfItsOwnMistakes() throws Exception {
        try (RawPeer peer = open(MCP)) {
            for (String method : List.of("bug", "error", "deep")) {
                peer.say(request("\"" + method + "\"", method));
                assertThat(peer.hear())
                        .contains("\"id\":\"" + method + "\"", "-32603")
                        .doesNotContain("secret");
            }
            assertThat(peer.connection().runningRequests()).isZero();
        }
    }

    @Test
    void goesOnAfterANotificationThatFails() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say("{\"jsonrpc\":\"2.0\",\"method\":\"bad\"}");
            peer.say("{\"jsonrpc\":\"2.0\",\"method\":\"good\",\"params\":{\"a\":1}}");
            assertThat(noticed.take()).isEqualTo("good{\"a\":1}");
            peer.say(GO_ON);
            assertThat(peer.hear()).isEqualTo(WENT_ON);
        }
    }

    @Test
    void sendsNotificationsOfARequestBeforeItsAnswer() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(request("1", "progress"));
            for (int i = 0; i < 20; i++) {
                assertThat(peer.hear())
                        .isEqualTo(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"at\",\"params\":{\"n\":"
                                        + i
                                        + "}}");
            }
            assertThat(peer.hear()).endsWith("\"result\":\"done\"}");
        }
    }

    @Test
    void answersManyRequestsAtOnce() throws Exception {
        try (RawPeer peer = open(MCP)) {
            int count = 200;
            peer.say(request("\"w\"", "wait"));
            for (int i = 0; i < count; i++) {
                peer.say(request(Integer.toString(i), "echo"));
            }
            Set<Json> ids = new HashSet<>();
            for (int i = 0; i < count; i++) {
                ids.add(peer.hearObject().find("id").orElseThrow());
            }
            assertThat(ids).as("and none waits for the slow one").hasSize(count);
        }
    }

    @Test
    void refusesMoreRequestsThanMayRun() throws Exception {
        try (RawPeer peer = open(MCP)) {
            for (int i = 0; i < MCP.maxRequests(); i++) {
                peer.say(request(Integer.toString(i), "wait"));
            }
            peer.say(request("\"more\"", "echo"));
            assertThat(peer.hear()).contains("\"id\":\"more\"", "-32000");
            peer.say(cancel("notifications/cancelled", "0"));
            interrupted.take();
            String answer = "";
            while (!answer.contains("result")) {
                peer.say(GO_ON);
                answer = peer.hear();
            }
        }
    }

    private static String cancel(String method, String id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{\"requestId\":%s}}"
                .formatted(method, id);
    }

    @Test
    void refusesASecondRequestWithTheIdOfARunningOne() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(request("1", "wait"));
            peer.say(request("1", "echo"));
            assertThat(code(peer.hearObject())).isEqualTo(Json.Num.of(RpcError.INVALID_REQUEST));
            assertThat(interrupted).as("the first one goes on").isEmpty();
        }
    }

    @Test
    void cancelsARequestWithoutAnAnswerInMcp() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(request("\"a\"", "wait"));
            started.take();
            peer.say(cancel("notifications/cancelled", "\"a\""));
            assertThat(interrupted.take()).isEqualTo("\"a\"");
            peer.say(GO_ON);
            assertThat(peer.hear()).isEqualTo(WENT_ON);
        }
    }

    @Test
    void cancelsARequestWithAnErrorInAcp() throws Exception {
        try (RawPeer peer = open(RpcRules.acp())) {
            peer.say(request("7", "wait"));
            peer.say(cancel("$/cancel_request", "7"));
            assertThat(peer.hear()).contains("\"id\":7", "-32800");
            assertThat(peer.connection().runningRequests()).isZero();
        }
    }

    @Test
    void ignoresTheCancellationOfWhatDoesNotRun() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(request("1", "echo"));
            peer.hear();
            peer.say(cancel("notifications/cancelled", "1"));
            peer.say(cancel("notifications/cancelled", "{}"));
            peer.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
            peer.say(GO_ON);
            assertThat(peer.hear()).isEqualTo(WENT_ON);
            assertThat(interrupted).isEmpty();
        }
    }

    @Test
    void answersABatchWithOneBatch() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(
                    "[%s,{\"jsonrpc\":\"2.0\",\"method\":\"n\"},%s,5,%s]"
                            .formatted(
                                    request("1", "echo"),
                                    request("2", "bug"),
                                    request("3", "nothing")));
            Json.Arr answers = (Json.Arr) JsonText.parse(peer.hear());
            List<String> ids = new ArrayList<>();
            answers.items()
                    .forEach(it ->
                            ids.add(((Json.Obj) it).find("id").map(Json::toString).orElse("none")));
            assertThat(ids).containsExactlyInAnyOrder("1", "2", "3", "none");
            assertThat(noticed.take()).isEqualTo("n{}");
        }
    }

    @Test
    void answersABatchWithoutRequestsWithNothing() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(
                    "[{\"jsonrpc\":\"2.0\",\"method\":\"n\"},{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":1}]");
            peer.say(GO_ON);
            assertThat(peer.hear()).isEqualTo(WENT_ON);
        }
    }

    @Test
    void answersABatchOfWhichOneIsCancelledWithTheOthers() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say("[" + request("1", "wait") + "," + request("2", "echo") + "]");
            started.take();
            peer.say(cancel("notifications/cancelled", "1"));
            assertThat(peer.hear()).isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
        }
    }

    @Test
    void refusesABatchWhereThereAreNone() throws Exception {
        try (RawPeer peer = open(RpcRules.acp())) {
            peer.say("[" + request("1", "echo") + "]");
            assertThat(peer.hear()).contains("\"id\":null", "-32600");
        }
    }

    @Test
    void answersGarbageAsTheProtocolSays() throws Exception {
        try (RawPeer peer = open(RpcRules.acp())) {
            peer.say("{broken");
            assertThat(peer.hear()).contains("\"id\":null", "-32700");
        }
        try (RawPeer peer = open(MCP)) {
            peer.say("{broken");
            assertThat(peer.hear()).contains("-32700").doesNotContain("\"id\"");
        }
        try (RawPeer peer = open(RpcRules.mcpClient())) {
            peer.say("Server is starting…");
            peer.say("{broken");
            peer.say(GO_ON);
            assertThat(peer.hear()).isEqualTo(WENT_ON);
        }
    }

    @Test
    void doesNotRunARequestWhoseBytesAreNoText() throws Exception {
        byte[] bytes =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":{\"a\":\"?\"}}\n"
                        .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0xff : bytes[i];
        }
        try (RawPeer peer = open(MCP)) {
            peer.sayBytes(bytes);
            assertThat(peer.hear()).contains("-32700");
        }
    }

    @Test
    void refusesAFrameAboveTheLimitAndReadsTheNext() throws Exception {
        String most =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":{\"a\":\"%s\"}}";
        String fitting = most.formatted("x".repeat(1_000 - most.length() + 2));
        assertThat(fitting).hasSize(1_000);
        try (RawPeer peer = open(MCP.withMaxFrameBytes(1_000))) {
            peer.say(fitting);
            assertThat(peer.hear()).contains("\"result\"");
            peer.say(fitting.replace("x\"", "xx\""));
            assertThat(peer.hear()).contains("-32600", "1000 bytes");
            peer.say(GO_ON);
            assertThat(peer.hear()).isEqualTo(WENT_ON);
        }
    }

    @Test
    void letsRequestsEndAfterTheLastMessage() throws Exception {
        try (RawPeer peer = open(MCP)) {
            peer.say(request("1", "progress"));
            peer.endMessages();
            String last = "";
            while (!last.contains("result")) {
                last = peer.hear();
            }
            assertThat(peer.connection().awaitEnd(Duration.ofSeconds(60))).isTrue();
            closed.await();
        }
    }

    @Test
    void interruptsRequestsWhenItIsClosed() throws Exception {
        RawPeer peer = open(MCP);
        peer.say(request("1", "wait"));
        started.take();
        peer.close();
        assertThat(interrupted.take()).isEqualTo("1");
        closed.await();
        assertThat(peer.connection().isOpen()).isFalse();
    }
}
