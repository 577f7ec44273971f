package dev.deft.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that want to harm the server, or do not know better. After each of them, a good client
/// is still served.
@Tag("slow")
@Timeout(120)
final class HostileHttpTest {

    private static final String SECRET = "open-sesame";
    private static final String TOKEN = "Authorization: Bearer " + SECRET + "\r\n";
    private static final String DISCOVER =
            "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':"
                    + "{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                    + "'io.modelcontextprotocol/clientCapabilities':{}}}}";
    private static final String INITIALIZE =
            "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
                    + "'capabilities':{},'clientInfo':{'name':'t','version':'1'}}}";
    private static final String PING = "{'jsonrpc':'2.0','id':2,'method':'ping'}";

    private McpTestWorkspace served;

    @BeforeEach
    void serve(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        served = new McpTestWorkspace(root, HttpAccess.withToken(SECRET), new McpCallers());
    }

    @AfterEach
    void aGoodClientIsStillServed() throws IOException {
        try (McpTestWorkspace closing = served) {
            assertThat(closing.port()).isPositive();
            aGoodClientSays(200);
        }
    }

    private HostileHttpClient client() throws IOException {
        return new HostileHttpClient(served.port());
    }

    private String head(String path) {
        return "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sContent-Type: application/json\r\n"
                .formatted(path, served.port(), TOKEN);
    }

    private String post(String headers, byte[] body) throws IOException {
        try (HostileHttpClient client = client()) {
            client.say(
                    head("/mcp")
                            + headers
                            + "Connection: close\r\nContent-Length: "
                            + body.length
                            + "\r\n\r\n");
            return client.say(body).status();
        }
    }

    private RawHttp session(Map<String, String> more, String body) throws IOException {
        Map<String, String> headers = new HashMap<>(more);
        headers.put("Authorization", "Bearer " + SECRET);
        return RawHttp.post(served.port(), headers, body);
    }

    @Test
    void clientsThatNeverFinishTheirRequestHoldUpNobody() throws IOException {
        List<HostileHttpClient> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                HostileHttpClient client = client();
                slow.add(client);
                client.say(
                        switch (i % 3) {
                            case 0 -> "P";
                            case 1 -> head("/mcp") + "X-Slow: ";
                            default -> head("/mcp") + "Content-Length: 1000\r\n\r\n{";
                        });
            }
            aGoodClientSays(200);
        } finally {
            for (HostileHttpClient it : slow) {
                it.close();
            }
        }
    }

    private void aGoodClientSays(int status) throws IOException {
        try (RawHttp good =
                session(
                        Map.of(
                                "MCP-Protocol-Version", "2026-07-28",
                                "Mcp-Method", "server/discover"),
                        DISCOVER)) {
            assertThat(good.status()).isEqualTo(status);
        }
    }

    @Test
    void aBodyOfAGigabyteIsNotRead() throws IOException {
        long gigabyte = 1L << 30;
        byte[] piece = new byte[1 << 16];
        try (HostileHttpClient client = client()) {
            client.say(head("/mcp") + "Content-Length: " + gigabyte + "\r\n\r\n");
            assertThat(client.sayUntilRefused(piece, gigabyte)).isLessThan(gigabyte / 10);
        }
    }

    @Test
    void anEndlessBodyIsNotRead() throws IOException {
        byte[] chunk =
                ("10000\r\n" + "x".repeat(1 << 16) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        try (HostileHttpClient client = client()) {
            client.say(head("/mcp") + "Transfer-Encoding: chunked\r\n\r\n");
            assertThat(client.sayUntilRefused(chunk, 1L << 30)).isLessThan(1L << 27);
        }
    }

    @Test
    void endlessHeadersAreNotRead() throws IOException {
        byte[] header =
                ("X-Fill: " + "x".repeat(8_000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        try (HostileHttpClient client = client()) {
            client.say("POST /mcp HTTP/1.1\r\n");
            assertThat(client.sayUntilRefused(header, 1L << 28)).isLessThan(1L << 25);
        }
        try (HostileHttpClient client = client()) {
            assertThat(client.sayUntilRefused(header, 1L << 28)).isLessThan(1L << 25);
        }
    }

    @Test
    void quickConnectionsLeaveNothingBehind() throws IOException {
        for (int i = 0; i < 2_000; i++) {
            try (HostileHttpClient client = client()) {
                if (i % 2 == 0) {
                    client.say("POST /mcp HTTP/1.1\r\n");
                }
            }
        }
        aGoodClientSays(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/mcpx",
                "/mcp/",
                "/mcp/../mcp",
                "/MCP",
                "/mcp%2f..",
                "//mcp",
                "/mcp/poem.txt",
                "/mcp%00"
            })
    void thereIsOnlyOnePath(String path) throws IOException {
        try (HostileHttpClient client = client()) {
            byte[] body = DISCOVER.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
            client.say(
                    head(path)
                            + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: server/discover\r\n"
                            + "Content-Length: "
                            + body.length
                            + "\r\n\r\n");
            client.say(body);
            assertThat(client.status()).matches("HTTP/1.1 40[04] .*");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\r\n\r\n",
                "POST /mcp HTTP/9.9\r\n\r\n",
                "POST http://evil.example/mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "POST /mcp HTTP/1.1\r\n: x\r\n\r\n",
                "\u0000\u0001\u0002\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"
            })
    void whatIsNoHttpIsRefused(String text) throws IOException {
        try (HostileHttpClient client = client()) {
            client.say(text.replace("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n"));
            client.say("\r\n\r\n");
            String status = client.status();
            assertThat(status)
                    .satisfiesAnyOf(
                            it -> assertThat(it).isEmpty(),
                            it -> assertThat(it).matches("HTTP/1.1 [45]\\d\\d .*"));
        }
    }

    @Test
    void headersOfARequestAreNotRepeatedInTheResponse() throws IOException {
        for (String id : List.of("evil\tvalue", "x; Set-Cookie: a=b", "%0d%0aSet-Cookie: a=b")) {
            try (HostileHttpClient client = client()) {
                client.say(
                        head("/mcp")
                                + "Connection: close\r\nMcp-Session-Id: "
                                + id
                                + "\r\nContent-Length: 40\r\n\r\n"
                                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
                assertThat(client.status()).startsWith("HTTP/1.1 404");
                assertThat(client.rest()).doesNotContain("Set-Cookie", "evil");
            }
        }
    }

    @Test
    void bodiesNestedTooDeepOrOfOtherBytesAreRefused() throws IOException {
        assertThat(post("", "[".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII)))
                .startsWith("HTTP/1.1 400");
        String discover =
                DISCOVER.replace('\'', '"')
                        .replace("Capabilities\":{", "Capabilities\":{\"\u00ff\":{}");
        String headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: server/discover\r\n";
        assertThat(post(headers, discover.getBytes(StandardCharsets.UTF_8)))
                .startsWith("HTTP/1.1 200");
        assertThat(post(headers, discover.getBytes(StandardCharsets.ISO_8859_1)))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void damagedBodiesAreRefused() throws IOException {
        var random = new Random(14);
        for (int i = 0; i < 1_000; i++) {
            byte[] body =
                    (i % 2 == 0 ? DISCOVER : INITIALIZE)
                            .replace('\'', '"')
                            .getBytes(StandardCharsets.UTF_8);
            for (int j = random.nextInt(4); j >= 0; j--) {
                body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            }
            assertThat(post("", body)).as("body %d", i).matches("HTTP/1.1 [245]0\\d .*");
        }
    }

    @Test
    void sessionsWithoutEndTakeThePlaceOfUnusedOnesOnly() throws IOException {
        String first;
        try (RawHttp one = session(Map.of(), INITIALIZE)) {
            first = one.header("Mcp-Session-Id").orElseThrow();
        }
        for (int i = 0; i < 150; i++) {
            try (RawHttp more = session(Map.of(), INITIALIZE)) {
                assertThat(more.status()).isEqualTo(200);
            }
            try (RawHttp ping = session(Map.of("Mcp-Session-Id", first), PING)) {
                assertThat(ping.status()).as("a session in use after %d others", i).isEqualTo(200);
            }
        }
    }

    @Test
    void guessedSessionsAndEventsAreUnknown() throws IOException {
        String mine;
        try (RawHttp one = session(Map.of(), INITIALIZE)) {
            mine = one.header("Mcp-Session-Id").orElseThrow();
        }
        assertThat(mine).hasSizeGreaterThan(30);
        for (String id : List.of("", "0", mine.substring(1), mine + "0", "../" + mine, "*")) {
            try (RawHttp guess = session(Map.of("Mcp-Session-Id", id), PING)) {
                assertThat(guess.status()).isIn(400, 404);
            }
        }
        for (String event : List.of("s99-0", "-", "s0", "s0--1", "s0-9999999999999999999", "x-1")) {
            Map<String, String> headers =
                    Map.of(
                            "Authorization", "Bearer " + SECRET,
                            "Mcp-Session-Id", mine,
                            "Last-Event-ID", event);
            try (RawHttp guess = RawHttp.send(served.port(), "GET", headers, "")) {
                assertThat(guess.status()).as(event).isEqualTo(404);
            }
        }
    }
}
