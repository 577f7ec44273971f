package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.McpServer;
import dev.deft.host.ErrorCode;
import dev.deft.mcp.oauth.RequestAuthorization;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers behind HTTP that are odd, broken or hostile.
@Timeout(60)
class HttpServersTest {

    private static final String DONE = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";

    @TempDir private Path root;

    private static ErrorCode code(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Failure failure
                ? failure.code()
                : ErrorCode.INTERNAL;
    }

    /// A server whose calls may take a second.
    private static McpServer.Remote brief(String url) {
        return new McpServer.Remote(
                "fake",
                url,
                Map.of(),
                new McpServer.OAuth(false, Optional.empty(), Optional.empty()),
                OptionalInt.of(1_000));
    }

    private static HttpFake calling(HttpFake.Behavior call) throws IOException {
        return new HttpFake(asked -> {
            if (!HttpFake.handshake(asked)) {
                call.answer(asked);
            }
        });
    }

    private Envelope call(HttpFake fake) throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, brief(fake.url()))) {
            return desk.session.call("fake_go", Map.of());
        }
    }

    @Test
    void endsItsSession() throws Exception {
        List<String> sessions = Collections.synchronizedList(new ArrayList<>());
        try (HttpFake fake =
                calling(asked -> {
                    sessions.add(asked.header("Mcp-Session-Id"));
                    sessions.add(asked.header("MCP-Protocol-Version"));
                    asked.result(DONE);
                })) {
            assertThat(call(fake).text()).isEqualTo("done");
            assertThat(sessions).containsExactly("one", "2025-11-25");
            assertThat(fake.seen).endsWith("DELETE");
        }
    }

    @Test
    void beginsANewSessionWhenTheServerForgot() throws Exception {
        var calls = new AtomicInteger();
        try (HttpFake fake =
                calling(asked -> {
                    if (calls.incrementAndGet() == 1) {
                        asked.error(404, -32001, "Session not found");
                    } else {
                        asked.result(DONE);
                    }
                })) {
            assertThat(call(fake).text()).isEqualTo("done");
            assertThat(fake.seen.stream().filter("initialize"::equals)).hasSize(2);
        }
    }

    @Test
    void readsAnAnswerBetweenOtherEvents() throws Exception {
        try (HttpFake fake =
                calling(asked -> {
                    asked.stream();
                    asked.write(": keep alive\r\n\r\nevent: other\ndata: {}\n\n");
                    asked.write("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n");
                    asked.write("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + asked.id());
                    asked.write(",\ndata: \"result\":" + DONE + "}\r\n\r\n");
                    asked.exchange().close();
                })) {
            assertThat(call(fake).text()).isEqualTo("done");
        }
    }

    @Test
    void endsACallWhoseStreamNeverEnds() throws Exception {
        var stopped = new CountDownLatch(1);
        try (HttpFake fake =
                calling(asked -> {
                    asked.stream();
                    try {
                        while (true) {
                            asked.write(": " + "x".repeat(10_000) + "\n\n");
                        }
                    } catch (IOException _) {
                        stopped.countDown();
                    }
                })) {
            assertThat(code(call(fake))).isEqualTo(ErrorCode.TIMEOUT);
            stopped.await();
        }
    }

    @Test
    void givesUpAnEventOfAGigabyte() throws Exception {
        String piece = "x".repeat(1 << 20);
        try (HttpFake fake =
                calling(asked -> {
                    asked.stream();
                    asked.write("data: ");
                    for (int i = 0; i < 1024; i++) {
                        asked.write(piece);
                    }
                })) {
            try (ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", fake.url()))) {
                Envelope result = desk.session.call("fake_go", Map.of());
                assertThat(code(result)).isEqualTo(ErrorCode.UNAVAILABLE);
                assertThat(result.text()).contains("more than 16 MB");
            }
        }
    }

    @Test
    void takesNoAnswerForAnotherRequest() throws Exception {
        try (HttpFake fake =
                calling(asked ->
                        asked.send(
                                200,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":" + DONE + "}"))) {
            assertThat(code(call(fake))).isEqualTo(ErrorCode.UNAVAILABLE);
        }
    }

    @Test
    void followsNoRedirectWithItsHeaders() throws Exception {
        try (HttpFake other = new HttpFake(asked -> asked.result(DONE));
                HttpFake fake =
                        calling(asked -> {
                            asked.exchange().getResponseHeaders().set("Location", other.url());
                            asked.send(307, "text/plain", "");
                        })) {
            assertThat(call(fake).failed()).isTrue();
            assertThat(other.seen).isEmpty();
        }
    }

    @Test
    void sendsNothingToTheAddressOfAnotherServer() throws Exception {
        try (HttpFake other = new HttpFake(asked -> asked.send(202, "text/plain", ""));
                HttpFake fake =
                        new HttpFake(asked -> {
                            if (asked.method().equals("GET")) {
                                asked.stream();
                                asked.write("event: endpoint\ndata: " + other.url() + "\n\n");
                            } else {
                                asked.send(404, "text/html", "Cannot POST");
                            }
                        });
                ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", fake.url()))) {
            assertThat(desk.notices)
                    .singleElement()
                    .asString()
                    .contains("an address of another server");
            assertThat(other.seen).isEmpty();
        }
    }

    /// A token that is refused once.
    private static final class Token implements RequestAuthorization {

        private volatile String value = "old";

        @Override
        public Optional<String> header() {
            return Optional.of("Bearer " + value);
        }

        @Override
        public boolean challenged(int status, List<String> challenges) {
            boolean first = value.equals("old");
            value = "fresh-token";
            return first;
        }

        @Override
        public String masked(String text) {
            return text.replace("fresh-token", "***");
        }
    }

    @Test
    void sendsARequestAgainWithANewTokenAndHidesIt() throws Exception {
        try (HttpFake fake =
                new HttpFake(asked -> {
                    if (!asked.header("Authorization").equals("Bearer fresh-token")) {
                        asked.exchange()
                                .getResponseHeaders()
                                .set("WWW-Authenticate", "Bearer scope=\"x\"");
                        asked.send(401, "text/plain", "");
                    } else if (!HttpFake.handshake(asked)) {
                        asked.result(
                                "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}"
                                        .formatted(asked.header("Authorization")));
                    }
                })) {
            try (ServerDesk desk =
                    ServerDesk.open(
                            root,
                            it -> it.authorizing(_ -> new Token()),
                            ServerDesk.remote("fake", fake.url()))) {
                assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("Bearer ***");
            }
        }
    }

    @Test
    void asksAServerWithoutSessionsForItsChanges() throws Exception {
        var listed = new AtomicInteger();
        try (HttpFake fake =
                        new HttpFake(asked -> {
                            switch (asked.method()) {
                                case "server/discover" ->
                                        asked.result(
                                                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{\"listChanged\":true}}}");
                                case "tools/list" ->
                                        asked.result(
                                                "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"v%d\",\"inputSchema\":{\"type\":\"object\"}}]}"
                                                        .formatted(listed.incrementAndGet()));
                                case "subscriptions/listen" -> {
                                    asked.stream();
                                    asked.write(
                                            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%s}}}\n\n"
                                                    .formatted(asked.id()));
                                }
                                default -> asked.error(404, -32601, "unknown");
                            }
                        });
                ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", fake.url()))) {
            ServerDesk.until(() -> desk.ids().equals(List.of("fake_v2")));
            assertThat(fake.seen).contains("subscriptions/listen");
        }
    }

    @Test
    void warnsAboutAnAddressWhereNobodyIs() throws Exception {
        String url;
        try (HttpFake fake = calling(asked -> asked.result(DONE))) {
            url = fake.url();
        }
        try (ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", url))) {
            ServerDesk.until(() -> !desk.notices.isEmpty());
            assertThat(desk.notices).singleElement().asString().contains("cannot be used");
            assertThat(desk.ids()).isEmpty();
        }
    }
}
