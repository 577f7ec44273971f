package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What attackers and broken programs send.
class HostileRequestsTest {

    @TempDir private Path directory;
    private ListenerFixture server;

    @BeforeEach
    void start() throws IOException {
        server = new ListenerFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String raw(String request) throws IOException {
        return RawClient.exchange(server.port(), request);
    }

    private String bearer() throws IOException {
        return "Authorization: Bearer " + server.token();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:80",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "localhost@evil.example",
                "[::1].evil.example",
                "127.0.0.2"
            })
    void namesThatAreNotOursAreRefused(String host) throws IOException {
        String response = raw("GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(response)
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .contains("application/problem+json")
                .contains("\"code\":\"permission_denied\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:1", "127.0.0.1:7333", "[::1]:80"})
    void ourNamesAreKnownWithAnyPort(String host) throws IOException {
        assertThat(raw("GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "http://localhost:3000",
                "http://localhost",
                "null",
                "http://localhost:@PORT@.evil.example",
                "file://localhost:@PORT@",
                "nonsense"
            })
    void pagesOfOtherOriginsAreRefusedEvenWithAToken(String origin) throws IOException {
        String theirs = origin.replace("@PORT@", Integer.toString(server.port()));
        String response =
                raw(
                        "GET /v1/large HTTP/1.1\r\nHost: localhost:%d\r\nOrigin: %s\r\n%s\r\n\r\n"
                                .formatted(server.port(), theirs, bearer()));
        assertThat(response)
                .startsWith("HTTP/1.1 403 ")
                .contains("Pages of other origins")
                .doesNotContain("Access-Control");
    }

    @Test
    void ourOwnOriginIsLetIn() throws IOException {
        assertThat(
                        raw(
                                "GET /health HTTP/1.1\r\nHost: localhost:%1$d\r\nOrigin: http://localhost:%1$d\r\n\r\n"
                                        .formatted(server.port())))
                .startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/workspaces/a%2Fb/notes/n",
                "/v1/workspaces/a%2fb/notes/n",
                "/v1/workspaces/../notes/n",
                "/v1/workspaces/%2e%2e/notes/n",
                "/v1/workspaces/./notes/n",
                "/v1//workspaces/a/notes/n",
                "//health",
                "/v1/workspaces/a;b/notes/n",
                "/v1/workspaces/a%3Bb/notes/n",
                "/v1/workspaces/a%00/notes/n",
                "/v1/workspaces/a%0d%0aX:y/notes/n",
                "/v1/workspaces/a\\b/notes/n",
                "/v1/workspaces/a%5cb/notes/n",
                "/v1/workspaces/%c0%af/notes/n",
                "/v1/workspaces/%e0%80%af/notes/n",
                "/v1/workspaces/%ed%a0%80/notes/n",
                "/v1/workspaces/%ff/notes/n",
                "/v1/workspaces/a%/notes/n",
                "/v1/workspaces/a%2/notes/n",
                "/v1/workspaces/a/notes/n%g1",
                "/v1/workspaces/a/notes/n%+1",
                "/health?q=%zz",
                "/health?q=%00",
                "health",
                "http://localhost/health",
                "*"
            })
    void pathsThatCanBeReadInTwoWaysAreRefused(String path) throws IOException {
        assertThat(raw(RawClient.get(path, bearer())))
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("application/problem+json");
    }

    @Test
    void anEncodedSlashMatchesNoRoute() throws IOException {
        assertThat(raw(RawClient.get("/%68ealth"))).startsWith("HTTP/1.1 200 ");
        assertThat(raw(RawClient.get("/%2Fhealth"))).startsWith("HTTP/1.1 400 ");
        assertThat(raw(RawClient.get("/health/"))).startsWith("HTTP/1.1 404 ");
        assertThat(raw(RawClient.get("/Health"))).startsWith("HTTP/1.1 404 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: localhost|Host: localhost",
                "Host: localhost|Host: evil.example",
                "Host : localhost",
                " Host: localhost",
                "Host: localhost| folded",
                "Host: localhost|X-A: a\u0000b",
                "Host: localhost|X-A: a\u0007b",
                "Host: localhost|X A: b",
                "Host: localhost|: b",
                "Host: localhost|nonsense",
                "X-A: no host",
                "Host:",
                "Host: localhost|Content-Length: 1|Content-Length: 2",
                "Host: localhost|Content-Length: -1",
                "Host: localhost|Content-Length: +1",
                "Host: localhost|Content-Length: 1, 1",
                "Host: localhost|Content-Length: 0x1",
                "Host: localhost|Content-Length: 4|Transfer-Encoding: chunked",
                "Host: localhost|Transfer-Encoding: gzip, chunked",
                "Host: localhost|Transfer-Encoding: identity",
                "Host: localhost|Transfer-Encoding: chunked|Transfer-Encoding: chunked",
                "Host: localhost|Authorization: Bearer a|Authorization: Bearer b"
            })
    void headersThatCanBeReadInTwoWaysAreRefused(String headers) throws IOException {
        String request = "POST /v1/acts HTTP/1.1\r\n" + headers.replace("|", "\r\n") + "\r\n\r\n";
        try (var client = new RawClient(server.port())) {
            client.send(request);
            assertThat(client.response())
                    .startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("Connection: close", "application/problem+json");
            assertThat(client.isClosed()).isTrue();
        }
        assertThat(server.acts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                "GET /health",
                "GET /health HTTP/1.1 x",
                "get /health HTTP/1.1",
                "GET  /health HTTP/1.1",
                "\u0016\u0003\u0001\u0002",
                "GET /he\u00e4lth HTTP/1.1",
                "GET /health HTTP/11"
            })
    void firstLinesThatAreNoneAreRefused(String line) throws IOException {
        assertThat(raw(line + "\r\n\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aBareLineFeedEndsNoLine() throws IOException {
        assertThat(raw("GET /health HTTP/1.1\nHost: localhost\n\n")).startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /health HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void newerVersionsAreNotSpoken() throws IOException {
        assertThat(raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")).startsWith("HTTP/1.1 505 ");
    }

    @Test
    void hugeHeadsAreRefused() throws IOException {
        assertThat(raw(RawClient.get("/health", "X-A: " + "a".repeat(40_000))))
                .startsWith("HTTP/1.1 431 ");
        assertThat(raw(RawClient.get("/health", "X: y\r\n".repeat(200).strip())))
                .startsWith("HTTP/1.1 431 ");
        assertThat(raw("GET /" + "a".repeat(100_000) + " HTTP/1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ");
    }

    @Test
    void requestsThatHideInABodyAreNotCarriedOut() throws IOException {
        String hidden = "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\n" + bearer() + "\r\n\r\n";
        try (var client = new RawClient(server.port())) {
            client.send(
                    "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(hidden.length(), hidden));
            assertThat(client.response()).startsWith("HTTP/1.1 401 ").contains("Connection: close");
            assertThat(client.isClosed()).isTrue();
        }
        assertThat(server.acts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\n",
                "-1\r\nx\r\n",
                "5\r\nabcdefgh\r\n0\r\n\r\n",
                "fffffffff\r\n",
                "2\nab\n0\n\n",
                "\r\n"
            })
    void chunksThatAreNoneAreRefused(String chunks) throws IOException {
        String head =
                "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n%s\r\n\r\n"
                        .formatted(bearer());
        assertThat(raw(head + chunks)).startsWith("HTTP/1.1 400 ");
        assertThat(server.acts()).isZero();
    }

    @Test
    void requestsFollowEachOtherOnAConnection() throws IOException {
        String bearer = bearer();
        String act =
                "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\n%s\r\nTransfer-Encoding: chunked\r\n\r\n"
                                .formatted(bearer)
                        + "3;x=y\r\n{  \r\n1\r\n}\r\n0\r\nTrailer: x\r\n\r\n";
        try (var client = new RawClient(server.port())) {
            client.send(act + act + RawClient.get("/health"));
            assertThat(client.response()).contains("\"count\":1,\"bytes\":4");
            assertThat(client.response()).contains("\"count\":2,\"bytes\":4");
            assertThat(client.response()).endsWith("\r\n\r\nup");
        }
    }

    @Test
    void aClientThatWaitsIsToldToGoOn() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(
                    "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
                            .formatted(bearer()));
            assertThat(client.response()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            client.send("{}");
            assertThat(client.response()).startsWith("HTTP/1.1 201 ");
        }
    }

    @Test
    void aClientThatMayNotIsNotToldToGoOn() throws IOException {
        assertThat(
                        raw(
                                "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"))
                .startsWith("HTTP/1.1 401 ");
    }

    @Test
    void olderClientsGetTheirAnswerAndTheEnd() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send("GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n");
            assertThat(client.response()).contains("Connection: close").endsWith("up");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void methodsAreAnsweredAsHttpWants() throws IOException, InterruptedException {
        HttpResponse<String> head =
                server.send(
                        server.request("/health")
                                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("content-length")).contains("2");
        assertThat(head.body()).isEmpty();

        HttpResponse<String> options =
                server.send(
                        server.request("/v1/workspaces/w/notes/n")
                                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(options.headers().firstValue("allow")).contains("GET, HEAD, OPTIONS, PUT");
        assertThat(options.headers().map()).doesNotContainKey("access-control-allow-origin");

        HttpResponse<String> delete = server.send(server.request("/health").DELETE());
        assertThat(delete.statusCode()).isEqualTo(405);
        assertThat(delete.headers().firstValue("allow")).contains("GET, HEAD, OPTIONS");
        assertThat(raw("TRACE /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 405 ");
        assertThat(raw("CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void everyResponseHasTheSecurityHeaders() throws IOException {
        for (String path : new String[] {"/health", "/nowhere", "/v1/large", "/login"}) {
            assertThat(raw(RawClient.get(path)))
                    .contains(
                            "X-Content-Type-Options: nosniff",
                            "X-Frame-Options: DENY",
                            // With no-referrer, a browser sends the form without its origin.
                            path.equals("/login")
                                    ? "Referrer-Policy: strict-origin"
                                    : "Referrer-Policy: no-referrer",
                            "Cross-Origin-Resource-Policy: same-origin",
                            "Content-Security-Policy: default-src 'none';");
        }
    }

    @Test
    void valuesBecomeNoHeaders() throws IOException {
        assertThat(raw(RawClient.get("/echo?value=a%0d%0aSet-Cookie:%20x=y%0d%0a%0d%0a%e2%82%ac")))
                .contains("\r\nX-Echo: a??Set-Cookie: x=y?????\r\n")
                .doesNotContain("\r\nSet-Cookie");
    }

    @Test
    void theDateIsOneOfHttp() throws IOException {
        assertThat(raw(RawClient.get("/health")))
                .containsPattern(
                        "\r\nDate: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT\r\n");
    }

    @Test
    void theAddressThatAClientConnectsToIsANameOfOurs() throws IOException {
        server.close();
        ListenerSettings loopback = ListenerSettings.loopback(0);
        server =
                new ListenerFixture(
                        directory,
                        new ListenerSettings(
                                new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0),
                                loopback.tls(),
                                loopback.names(),
                                loopback.proxies(),
                                loopback.origins(),
                                loopback.limits()));
        for (String host : new String[] {"127.0.0.5", "127.0.0.6"}) {
            try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.5"), server.port())) {
                socket.getOutputStream()
                        .write(
                                "GET /health HTTP/1.1\r\nHost: %s:80\r\n\r\n"
                                        .formatted(host)
                                        .getBytes(StandardCharsets.US_ASCII));
                byte[] status = socket.getInputStream().readNBytes(12);
                assertThat(new String(status, StandardCharsets.US_ASCII))
                        .isEqualTo(host.endsWith("5") ? "HTTP/1.1 200" : "HTTP/1.1 403");
            }
        }
    }

    @Test
    void mistakesInTheProgramAreNotTold() throws IOException, InterruptedException {
        HttpResponse<String> response = server.post("/v1/broken", server.token(), "{}");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("\"code\":\"internal\"").doesNotContain("secret");
    }

    @Test
    void rawRoutesPassTheSameChecks() throws IOException, InterruptedException {
        assertThat(server.post("/raw/w", server.token(), "1234").body()).isEqualTo("ada POST 4");
        assertThat(raw(RawClient.get("/raw/w"))).startsWith("HTTP/1.1 401 ");
        assertThat(raw("GET /raw/w HTTP/1.1\r\nHost: evil\r\n\r\n")).startsWith("HTTP/1.1 403 ");
    }
}
