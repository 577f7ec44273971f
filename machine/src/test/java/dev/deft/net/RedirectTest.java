package dev.deft.net;

import static dev.deft.net.NetworkFixture.get;
import static dev.deft.net.NetworkFixture.reaching;
import static dev.deft.net.NetworkFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Network;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectTest {

    private static final String DONE = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";

    private static final NameResolver LOOPBACK = _ -> List.of(InetAddress.ofLiteral("127.0.0.1"));

    /// Redirects `/` and answers everything else.
    private static RawServer redirecting(int status, String location) throws Exception {
        return new RawServer((head, _, out) ->
                out.write(
                        (head.contains(" / HTTP")
                                        ? "HTTP/1.1 %d Moved\r\nLocation: %s\r\nSet-Cookie: s=1\r\n\r\n"
                                                .formatted(status, location)
                                        : DONE)
                                .getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "301, POST, GET, false",
        "302, POST, GET, false",
        "303, POST, GET, false",
        "303, PUT, GET, false",
        "303, HEAD, HEAD, false",
        "301, PUT, PUT, true",
        "302, DELETE, DELETE, false",
        "307, POST, POST, true",
        "308, POST, POST, true",
    })
    void keepsOrChangesTheMethodAsBrowsersDo(int status, String method, String then, boolean body)
            throws Exception {
        try (var server = redirecting(status, "/next")) {
            Network.Response answer =
                    reaching(server)
                            .send(
                                    request(
                                            method,
                                            server.url("/"),
                                            Map.of("Content-Type", "a/b", "X-Own", "1"),
                                            body || method.equals("POST")
                                                    ? Optional.of("body")
                                                    : Optional.empty()));
            assertThat(answer.url()).isEqualTo(URI.create(server.url("/next")));
            String last = server.heads().getLast();
            assertThat(last).startsWith(then + " /next HTTP/1.1\r\n").contains("X-Own: 1");
            assertThat(last.contains("Content-Length: 4\r\n")).isEqualTo(body);
            assertThat(last.contains("Content-Type: a/b\r\n"))
                    .isEqualTo(!(status < 304 && then.equals("GET")));
            assertThat(last).doesNotContainIgnoringCase("cookie");
        }
    }

    @Test
    void leavesCredentialsWithTheOriginTheyWereMeantFor() throws Exception {
        try (var other = RawServer.sending(DONE);
                var server = redirecting(307, "http://other.test:" + other.port() + "/x")) {
            Network network = reaching(LOOPBACK, "**", "127.0.0.1");
            Map<String, String> headers =
                    Map.of(
                            "Authorization", "Bearer secret",
                            "Cookie", "s=secret",
                            "X-Api-Key", "secret",
                            "X-Custom", "secret",
                            "Accept", "text/plain",
                            "User-Agent", "mine");
            network.send(request("POST", server.url("/"), headers, Optional.of("b")));
            assertThat(server.heads().getFirst()).contains("Bearer secret", "X-Custom: secret");
            assertThat(other.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it)
                                    .startsWith("POST /x HTTP/1.1\r\nHost: other.test:")
                                    .contains("Accept: text/plain\r\n", "User-Agent: mine\r\n")
                                    .doesNotContain("secret"));
        }
    }

    @Test
    void doesNotGiveCredentialsBackAfterADetour() throws Exception {
        try (var home = redirecting(302, "http://detour.test:1/");
                var detour =
                        RawServer.sending(
                                "HTTP/1.1 302 Found\r\nLocation: http://home.test:%d/end\r\n\r\n"
                                        .formatted(home.port()))) {
            try (var start =
                    RawServer.sending(
                            "HTTP/1.1 302 Found\r\nLocation: http://detour.test:%d/\r\n\r\n"
                                    .formatted(detour.port()))) {
                reaching(LOOPBACK, "**", "127.0.0.1")
                        .send(
                                request(
                                        "GET",
                                        "http://home.test:" + start.port() + "/",
                                        Map.of("Authorization", "secret"),
                                        Optional.empty()));
                assertThat(home.heads().getLast()).startsWith("GET /end ").doesNotContain("secret");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/",
                "http://localhost:1/",
                "http://0x7f000001:1/",
                "http://[::1]:1/",
                "//169.254.169.254/latest/meta-data",
                "http://inside.test/",
            })
    void areRefusedWhereTheyLeadInside(String location) throws Exception {
        try (var server = redirecting(302, location)) {
            String own = "127.0.0.1:" + server.port();
            NameResolver inside = _ -> List.of(InetAddress.ofLiteral("10.0.0.7"));
            assertThatThrownBy(() -> reaching(inside, "**", own).send(get(server.url("/"))))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.CAPABILITY_DENIED))
                    .hasMessageStartingWith(server.url("/") + " redirects to ")
                    .hasMessageContaining("which must be granted itself");
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void areRefusedToAHostThatIsNotGranted() throws Exception {
        try (var server = redirecting(302, "https://elsewhere.example/x")) {
            assertThatThrownBy(() -> reaching(server).send(get(server.url("/"))))
                    .hasMessage(
                            server.url("/")
                                    + " redirects to https://elsewhere.example/x."
                                    + " elsewhere.example:443 cannot be reached: not granted. Grant"
                                    + " hosts with net.hosts in the policy.");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://example.org/",
                "javascript:alert(1)",
                "http://user:pw@example.org/",
                "/\\example.org",
                "http:example.org",
            })
    void areNotFollowedElsewhere(String location) throws Exception {
        try (var server = redirecting(302, location)) {
            assertThatThrownBy(() -> reaching(server).send(get(server.url("/"))))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.REFUSED));
        }
    }

    @Test
    void endAfterTen() throws Exception {
        try (var server = RawServer.sending("HTTP/1.1 302 Found\r\nLocation: /again\r\n\r\n")) {
            assertThatThrownBy(() -> reaching(server).send(get(server.url("/"))))
                    .hasMessageContaining("redirects more than 10 times");
            assertThat(server.heads()).hasSize(11);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"300", "304", "305", "399"})
    void areOnlyTheFiveThatAreMeant(int status) throws Exception {
        try (var server = redirecting(status, "/next")) {
            assertThat(reaching(server).send(get(server.url("/"))).status()).isEqualTo(status);
        }
    }

    @Test
    void withoutATargetAreResponses() throws Exception {
        try (var server = RawServer.sending("HTTP/1.1 302 Found\r\n\r\nwhere?")) {
            assertThat(reaching(server).send(get(server.url("/"))).status()).isEqualTo(302);
        }
    }
}
