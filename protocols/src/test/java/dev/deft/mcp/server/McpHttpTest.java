package dev.deft.mcp.server;

import static dev.deft.mcp.server.McpTestWorkspace.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The server on HTTP: who may use it, sessions, streams, and the headers of the stateless era.
final class McpHttpTest {

    private static final String SECRET = "open-sesame";
    private static final Map<String, String> TOKEN = Map.of("Authorization", "Bearer " + SECRET);
    private static final String META =
            "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                    + "'io.modelcontextprotocol/clientCapabilities':{}}";
    private static final String DISCOVER =
            "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{" + META + "}}";

    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private McpTestWorkspace served;

    @BeforeEach
    void serve(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        var callers = new McpCallers();
        served =
                new McpTestWorkspace(
                        root,
                        HttpAccess.withToken(SECRET),
                        callers,
                        AskingTool.of(
                                "greet",
                                callers,
                                (_, _, caller) -> {
                                    Json.Obj said =
                                            caller.ask(
                                                    "name", ConformanceTools.form("Name?", "name"));
                                    return AskingTool.says(
                                            "Hello, " + ConformanceTools.answer(said, "name"));
                                }),
                        AskingTool.of(
                                "wait",
                                callers,
                                (_, _, _) -> {
                                    running.countDown();
                                    try {
                                        new CountDownLatch(1).await();
                                    } catch (InterruptedException e) {
                                        interrupted.countDown();
                                        throw e;
                                    }
                                    return AskingTool.says("");
                                }));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private RawHttp post(Map<String, String> headers, String body) throws IOException {
        Map<String, String> all = new HashMap<>(TOKEN);
        all.putAll(headers);
        return RawHttp.post(served.port(), all, body);
    }

    private static Map<String, String> modern(String method, String... name) {
        Map<String, String> headers = new HashMap<>();
        headers.put("MCP-Protocol-Version", "2026-07-28");
        headers.put("Mcp-Method", method);
        if (name.length > 0) {
            headers.put("Mcp-Name", name[0]);
        }
        return headers;
    }

    @Test
    void itNeedsTheToken() throws IOException {
        try (RawHttp none = RawHttp.post(served.port(), modern("server/discover"), DISCOVER);
                RawHttp wrong =
                        post(
                                Map.of(
                                        "Authorization", "Bearer open-sesame2",
                                        "MCP-Protocol-Version", "2026-07-28",
                                        "Mcp-Method", "server/discover"),
                                DISCOVER);
                RawHttp right = post(modern("server/discover"), DISCOVER)) {
            assertThat(none.status()).isEqualTo(401);
            assertThat(none.header("WWW-Authenticate")).contains("Bearer");
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(right.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Host, evil.example",
        "Host, 127.0.0.1.evil.example",
        "Host, evil.example:80",
        "Origin, http://evil.example",
        "Origin, null",
        "Origin, file://localhost",
        "Origin, http://localhost.evil.example",
        "Origin, http://user@evil.example"
    })
    void pagesOfOtherSitesAreRefused(String header, String value) throws IOException {
        Map<String, String> headers = modern("server/discover");
        headers.put(header, value);
        try (RawHttp response = post(headers, DISCOVER)) {
            assertThat(response.status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:5173", "http://127.0.0.1", "https://[::1]:8443"})
    void pagesOfThisMachineAreServed(String origin) throws IOException {
        Map<String, String> headers = modern("server/discover");
        headers.put("Origin", origin);
        try (RawHttp response = post(headers, DISCOVER)) {
            assertThat(response.status()).isEqualTo(200);
        }
    }

    @Test
    void aMessageHasALimit() throws IOException {
        Map<String, String> headers = modern("server/discover");
        String large = "{'jsonrpc':'2.0','id':1,'method':'" + "x".repeat(17 * 1024 * 1024) + "'}";
        try (RawHttp response = post(headers, large)) {
            assertThat(response.status()).isEqualTo(413);
        } catch (IOException _) {
            // The server may close before everything is sent.
        }
        try (RawHttp response = post(headers, DISCOVER)) {
            assertThat(response.status()).isEqualTo(200);
        }
    }

    @Test
    void otherTypesAndGarbageAreRefused() throws IOException {
        try (RawHttp form = post(Map.of("Content-Type", "text/plain"), DISCOVER);
                RawHttp garbage = post(modern("x"), "{'jsonrpc':");
                RawHttp put = RawHttp.send(served.port(), "PUT", TOKEN, "{}")) {
            assertThat(form.status()).isEqualTo(415);
            assertThat(garbage.status()).isEqualTo(400);
            assertThat(garbage.json().toString()).contains("-32700");
            assertThat(put.status()).isEqualTo(405);
        }
    }

    @Test
    void headersMustSayWhatTheBodySays() throws IOException {
        String call =
                "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':'read',"
                        + "'arguments':{'path':'poem.txt'},"
                        + META
                        + "}}";
        try (RawHttp other = post(modern("tools/call", "ls"), call);
                RawHttp none = post(modern("tools/call"), call);
                RawHttp encoded = post(modern("tools/call", "=?base64?cmVhZA==?="), call)) {
            assertThat(other.status()).isEqualTo(400);
            assertThat(other.json().toString()).contains("-32020").contains("\"id\":7");
            assertThat(none.status()).isEqualTo(400);
            assertThat(encoded.status()).isEqualTo(200);
            assertThat(encoded.json().toString()).contains("one\\ntwo\\n");
        }
    }

    @Test
    void theStatelessEraHasNeitherGetNorDelete() throws IOException {
        Map<String, String> headers = new HashMap<>(TOKEN);
        headers.put("MCP-Protocol-Version", "2026-07-28");
        for (String method : List.of("GET", "DELETE")) {
            try (RawHttp response = RawHttp.send(served.port(), method, headers, "")) {
                assertThat(response.status()).isEqualTo(405);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05, 2024-11-05",
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2026-07-28, 2025-11-25",
        "1999-01-01, 2025-11-25"
    })
    void initializeAgreesOnARevision(String wanted, String agreed) throws IOException {
        try (RawHttp response = initialize(wanted, "{}")) {
            assertThat(response.json().toString())
                    .contains("\"protocolVersion\":\"%s\"".formatted(agreed));
        }
    }

    private RawHttp initialize(String version, String capabilities) throws IOException {
        return post(
                Map.of(),
                "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'%s','capabilities':%s,'clientInfo':{'name':'t','version':'1'}}}"
                        .formatted(version, capabilities));
    }

    private String session(String version, String capabilities) throws IOException {
        try (RawHttp response = initialize(version, capabilities)) {
            return response.header("Mcp-Session-Id").orElseThrow();
        }
    }

    @Test
    void aSessionEndsWithDelete() throws IOException {
        Map<String, String> session = Map.of("Mcp-Session-Id", session("2025-11-25", "{}"));
        String ping = "{'jsonrpc':'2.0','id':1,'method':'ping'}";
        try (RawHttp before = post(session, ping)) {
            assertThat(before.json()).isEqualTo(json("{'jsonrpc':'2.0','id':1,'result':{}}"));
        }

        Map<String, String> headers = new HashMap<>(TOKEN);
        headers.putAll(session);
        try (RawHttp end = RawHttp.send(served.port(), "DELETE", headers, "")) {
            assertThat(end.status()).isEqualTo(204);
        }

        try (RawHttp after = post(session, ping);
                RawHttp without = post(Map.of(), ping)) {
            assertThat(after.status()).isEqualTo(404);
            assertThat(without.status()).isEqualTo(400);
        }
    }

    @Test
    void aBrokenStreamIsResumed() throws IOException {
        Map<String, String> session =
                Map.of("Mcp-Session-Id", session("2025-11-25", "{'elicitation':{}}"));
        String last;
        Json asked;
        try (RawHttp call =
                post(
                        session,
                        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'greet'}}")) {
            assertThat(call.isStream()).isTrue();
            RawHttp.Event event = call.event();
            last = event.id().orElseThrow();
            asked = json(event.data()).find("id").orElseThrow();
        }

        try (RawHttp answer =
                post(
                        session,
                        "{'jsonrpc':'2.0','id':%s,'result':{'action':'accept','content':{'name':'Ada'}}}"
                                .formatted(asked))) {
            assertThat(answer.status()).isEqualTo(202);
        }

        Map<String, String> headers = new HashMap<>(TOKEN);
        headers.putAll(session);
        headers.put("Last-Event-ID", last);
        try (RawHttp again = RawHttp.send(served.port(), "GET", headers, "")) {
            assertThat(again.event().data()).contains("Hello, Ada").contains("\"id\":1");
        }
    }

    @Test
    void anotherSessionCannotReadTheStream() throws IOException {
        String first = session("2025-11-25", "{'elicitation':{}}");
        String last;
        try (RawHttp call =
                post(
                        Map.of("Mcp-Session-Id", first),
                        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'greet'}}")) {
            last = call.event().id().orElseThrow();
        }
        Map<String, String> headers = new HashMap<>(TOKEN);
        headers.put("Mcp-Session-Id", session("2025-11-25", "{}"));
        headers.put("Last-Event-ID", last);
        try (RawHttp again = RawHttp.send(served.port(), "GET", headers, "")) {
            assertThat(again.status()).isEqualTo(404);
        }
    }

    @Test
    void onlyOneRevisionHasBatches() throws IOException {
        String batch =
                "[{'jsonrpc':'2.0','id':1,'method':'ping'},{'jsonrpc':'2.0','method':'notifications/initialized'},{'jsonrpc':'2.0','id':2,'method':'nothing'}]";
        try (RawHttp old = post(Map.of("Mcp-Session-Id", session("2025-03-26", "{}")), batch);
                RawHttp newer =
                        post(Map.of("Mcp-Session-Id", session("2025-06-18", "{}")), batch)) {
            assertThat(old.status()).isEqualTo(200);
            assertThat(newer.status()).isEqualTo(400);
        }
    }

    @Test
    void aRequestIsCancelledWhenItsClientGoesAway() throws Exception {
        String call =
                "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'wait',"
                        + META
                        + "}}";
        try (RawHttp waiting = post(modern("tools/call", "wait"), call)) {
            running.await();
            assertThat(waiting.isStream()).as("a sign of life after some seconds").isTrue();
        }
        interrupted.await();
    }

    @Test
    void aNotificationCancelsARequestOfASession() throws Exception {
        Map<String, String> session = Map.of("Mcp-Session-Id", session("2025-11-25", "{}"));
        Thread caller =
                Thread.ofVirtual()
                        .start(() -> {
                            try (RawHttp call =
                                    post(
                                            session,
                                            "{'jsonrpc':'2.0','id':'c','method':'tools/call','params':{'name':'wait'}}")) {
                                assertThat(call.status()).isPositive();
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        running.await();
        try (RawHttp cancel =
                post(
                        session,
                        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'c'}}")) {
            assertThat(cancel.status()).isEqualTo(202);
        }
        interrupted.await();
        caller.join();
    }

    @Test
    void clientsThatDoNotReadHoldUpNobody() throws IOException {
        List<RawHttp> lazy = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                lazy.add(
                        post(
                                modern("subscriptions/listen"),
                                "{'jsonrpc':'2.0','id':%d,'method':'subscriptions/listen','params':{'notifications':{'toolsListChanged':true},%s}}"
                                        .formatted(i + 1, META)));
            }
            for (int i = 0; i < 2_000; i++) {
                served.server().toolsChanged();
            }
            try (RawHttp other = post(modern("server/discover"), DISCOVER)) {
                assertThat(other.status()).isEqualTo(200);
            }
        } finally {
            for (RawHttp it : lazy) {
                it.close();
            }
        }
    }

    @Test
    void aSubscriptionToldOfAChangeOfAFile(@TempDir Path other) throws IOException {
        Path file = Files.writeString(other.resolve("watched.txt"), "1");
        var callers = new McpCallers();
        try (McpTestWorkspace own =
                        new McpTestWorkspace(other, HttpAccess.ofEveryLocalProgram(), callers);
                RawHttp stream =
                        RawHttp.post(
                                own.port(),
                                modern("subscriptions/listen"),
                                "{'jsonrpc':'2.0','id':'w','method':'subscriptions/listen','params':{'notifications':{'resourceSubscriptions':['%s']},%s}}"
                                        .formatted(file.toRealPath().toUri(), META))) {
            assertThat(stream.event().data()).contains("acknowledged");
            Files.writeString(file, "changed once");
            assertThat(stream.event().data())
                    .contains("notifications/resources/updated")
                    .contains("watched.txt")
                    .contains("\"io.modelcontextprotocol/subscriptionId\":\"w\"");
        }
    }

    @Test
    void aSubscriptionEndsGracefully(@TempDir Path other) throws IOException {
        var own = new McpTestWorkspace(other, HttpAccess.ofEveryLocalProgram(), new McpCallers());
        try (own;
                RawHttp stream =
                        RawHttp.post(
                                own.port(),
                                modern("subscriptions/listen"),
                                "{'jsonrpc':'2.0','id':'w','method':'subscriptions/listen','params':{'notifications':{},%s}}"
                                        .formatted(META))) {
            assertThat(stream.event().data()).contains("acknowledged");
            own.close();
            assertThat(stream.event().data())
                    .contains("\"id\":\"w\"")
                    .contains("\"resultType\":\"complete\"");
        }
    }

    @Test
    void theTokenIsNeverShown() {
        assertThat(HttpAccess.withToken(SECRET).toString()).doesNotContain(SECRET);
        assertThat(HttpAccess.newToken()).hasSizeGreaterThan(30);
    }
}
