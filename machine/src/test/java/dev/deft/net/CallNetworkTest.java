package dev.deft.net;

import static dev.deft.net.NetworkFixture.get;
import static dev.deft.net.NetworkFixture.reaching;
import static dev.deft.net.NetworkFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Network;
import dev.deft.os.CallLifetime;
import dev.deft.policy.HostRules;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallNetworkTest {

    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private static String text(Network.Response response) {
        return response.body().text(StandardCharsets.UTF_8);
    }

    private static void assertFailure(ErrorCode code, String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        HostException.class, it -> assertThat(it.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    @Test
    void sendsARequestAndReadsTheResponse() throws Exception {
        try (var server =
                RawServer.sending(OK + "X-A: 1\r\nX-a: 2\r\nContent-Length: 5\r\n\r\nhello-rest")) {
            Network.Response response = reaching(server).send(get(server.url("/a?b=c#d")));
            assertThat(response)
                    .isEqualTo(
                            new Network.Response(
                                    URI.create(server.url("/a?b=c")),
                                    200,
                                    Map.of(
                                            "x-a",
                                            List.of("1", "2"),
                                            "content-length",
                                            List.of("5")),
                                    Bytes.of("hello"),
                                    false));
            assertThat(server.heads())
                    .containsExactly(
                            "GET /a?b=c HTTP/1.1\r\n"
                                    + "Host: 127.0.0.1:"
                                    + server.port()
                                    + "\r\n"
                                    + "Accept: */*\r\n"
                                    + "Accept-Encoding: gzip, deflate\r\n"
                                    + "User-Agent: Deft (tool runtime)\r\n"
                                    + "Connection: close\r\n\r\n");
        }
    }

    @Test
    void sendsABodyAndTheHeadersOfTheCaller() throws Exception {
        var received = new StringBuilder();
        try (var server =
                new RawServer((_, in, out) -> {
                    received.append(new String(in.readNBytes(6), StandardCharsets.UTF_8));
                    out.write((OK + "\r\nok").getBytes(StandardCharsets.US_ASCII));
                })) {
            Network.Response response =
                    reaching(server)
                            .send(
                                    request(
                                            "PUT",
                                            server.url("/"),
                                            Map.of("USER-AGENT", "mine", "X-Key", "s"),
                                            Optional.of("grüß")));
            assertThat(text(response)).isEqualTo("ok");
            assertThat(received).hasToString("grüß");
            assertThat(server.heads().getFirst())
                    .contains("User-Agent: mine\r\n", "X-Key: s\r\n", "Content-Length: 6\r\n")
                    .doesNotContain("Deft");
        }
    }

    @Test
    void endsAfterItsTimeHoweverSlowlyTheServerAnswers() throws Exception {
        try (var server =
                new RawServer((_, in, out) -> {
                    out.write((OK + "\r\n").getBytes(StandardCharsets.US_ASCII));
                    in.transferTo(OutputStream.nullOutputStream());
                })) {
            var request =
                    new Network.Request(
                            "GET",
                            URI.create(server.url("/")),
                            Map.of(),
                            Optional.empty(),
                            100,
                            Duration.ofMillis(300));
            assertFailure(
                    ErrorCode.TIMEOUT,
                    "had not answered completely after 300 ms",
                    () -> reaching(server).send(request));
            assertThat(server.sawHangUp()).isTrue();
        }
    }

    @Test
    void endsWhenTheServerSendsNothingForAWhile() throws Exception {
        try (var server =
                new RawServer((_, in, _) -> in.transferTo(OutputStream.nullOutputStream()))) {
            var grants =
                    HostGrants.of(List.of("127.0.0.1"), HostRules.none(), NetworkFixture.NOBODY);
            var network =
                    new CallNetwork(
                            grants,
                            new Connector(NetworkFixture.DIRECT, Duration.ofMillis(200)),
                            new CallLifetime());
            assertFailure(
                    ErrorCode.TIMEOUT,
                    "sent nothing for",
                    () -> network.send(get(server.url("/"))));
            assertThat(server.sawHangUp()).isTrue();
        }
    }

    @Test
    void closesTheConnectionWhenTheCallIsInterrupted() throws Exception {
        var reached = new CountDownLatch(1);
        try (var server =
                new RawServer((_, in, _) -> {
                    reached.countDown();
                    in.transferTo(OutputStream.nullOutputStream());
                })) {
            Network network = reaching(server);
            var outcome = new AtomicReference<>("");
            Thread caller =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    network.send(get(server.url("/")));
                                } catch (InterruptedException _) {
                                    outcome.set("interrupted");
                                } catch (IOException e) {
                                    outcome.set(e.toString());
                                }
                            });
            reached.await();
            caller.interrupt();
            caller.join();
            assertThat(outcome).hasValue("interrupted");
            assertThat(server.sawHangUp()).isTrue();
        }
    }

    @Test
    void sendsNothingForACallThatIsNotApproved() throws Exception {
        try (var server = RawServer.sending(OK + "\r\n")) {
            var grants =
                    HostGrants.of(List.of("127.0.0.1"), HostRules.none(), NetworkFixture.NOBODY);
            var network =
                    new CallNetwork(
                            grants,
                            new Connector(NetworkFixture.DIRECT),
                            CallLifetime.withoutEffects());
            assertFailure(
                    ErrorCode.UNAVAILABLE,
                    "not approved yet",
                    () -> network.send(get(server.url("/"))));
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void saysWhatToDoWhenNothingListens() throws Exception {
        int port;
        try (var closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        Network network = reaching(NetworkFixture.NOBODY, "**", "127.0.0.1");
        assertFailure(
                ErrorCode.UNAVAILABLE,
                "refused the connection: nothing listens there. Check the port",
                () -> network.send(get("http://127.0.0.1:" + port)));
        assertFailure(
                ErrorCode.UNAVAILABLE,
                "There is no host nobody.example",
                () -> network.send(get("http://nobody.example/")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://localhost/",
                "http://a.localhost/",
                "http://LOCALHOST/",
                "http://0x7f.1/",
                "http://2130706433/",
                "http://017700000001/",
                "http://127.1/",
                "http://0/",
                "http://[::1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::127.0.0.1]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[2002:7f00:1::]/",
                "http://[fe80::1]/",
                "http://10.0.0.1/",
                "http://100.64.0.1/",
                "http://169.254.169.254/latest/meta-data/",
                "http://private.example/",
            })
    void reachesNoAddressOfThisMachineOrItsNetworkUnlessItIsNamed(String url) {
        NameResolver resolver = _ -> List.of(InetAddress.ofLiteral("192.168.1.1"));
        assertFailure(
                ErrorCode.CAPABILITY_DENIED,
                "which must be granted itself",
                () -> reaching(resolver, "**", "*", "*.example").send(get(url)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "Connection",
                "Proxy-Authorization",
                "TE",
                "Upgrade",
                "Expect",
                "a b",
                "",
                "x:y",
                "x\r\ny",
                "ü"
            })
    void rejectsHeadersOfTheConnectionAndBrokenNames(String name) throws Exception {
        assertInvalid("GET", Map.of(name, "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "\u007f", "\u001b[2J"})
    void rejectsLineBreaksInHeaders(String value) throws Exception {
        assertInvalid("GET", Map.of("X-A", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECT", "trace", "GET /x HTTP/1.1\r\nX: ", "", "G T"})
    void rejectsOddMethods(String method) throws Exception {
        assertInvalid(method, Map.of());
    }

    private static void assertInvalid(String method, Map<String, String> headers) throws Exception {
        try (var server = RawServer.sending(OK + "\r\n")) {
            assertFailure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "",
                    () ->
                            reaching(server)
                                    .send(
                                            request(
                                                    method,
                                                    server.url("/"),
                                                    headers,
                                                    Optional.empty())));
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void checksAHostWithoutConnecting() throws Exception {
        reaching(NetworkFixture.NOBODY, "8.8.8.8:53").check("8.8.8.8", 53);
        assertFailure(
                ErrorCode.CAPABILITY_DENIED,
                "8.8.8.8:80 cannot be reached: not granted",
                () -> reaching(NetworkFixture.NOBODY, "8.8.8.8:53").check("8.8.8.8", 80));
        assertFailure(
                ErrorCode.CAPABILITY_DENIED,
                "must be granted itself",
                () -> reaching(NetworkFixture.NOBODY, "**").check("[::1]", 80));
    }

    @Test
    void readsTheAnswerOfAServerThatDoesNotWantTheWholeBody() throws Exception {
        try (var server =
                RawServer.sending("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig")) {
            Network.Response answer =
                    reaching(server)
                            .send(
                                    request(
                                            "POST",
                                            server.url("/"),
                                            Map.of(),
                                            Optional.of("x".repeat(3_000_000))));
            assertThat(answer.status()).isEqualTo(413);
            assertThat(text(answer)).isEqualTo("big");
        }
    }
}
