package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.http.SocketServer.Script;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The HTTP client of models and servers of every kind.
class ModelHttpClientTest {

    private static final Duration TIME = Duration.ofSeconds(60);
    private static final int MOST = 1 << 20;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable it : open.reversed()) {
            it.close();
        }
    }

    private SocketServer server(Script... scripts) throws IOException {
        var server = new SocketServer(scripts);
        open.add(server);
        return server;
    }

    private ModelHttpClient client(SocketServer server) {
        var client = new ModelHttpClient(WireFixture.settings("openai", server.url()));
        open.add(client);
        return client;
    }

    private static OutgoingRequest request(SocketServer server, byte[]... parts) {
        return new OutgoingRequest(
                "POST",
                URI.create(server.url() + "/v1?x=y"),
                Map.of("Accept", "*/*"),
                Optional.empty(),
                new RequestBody(List.of(parts)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String ask(ModelHttpClient client, SocketServer server)
            throws IOException, InterruptedException {
        return ask(client, request(server, bytes("{}")), TIME);
    }

    private static String ask(ModelHttpClient client, OutgoingRequest request, Duration time)
            throws IOException, InterruptedException {
        try (ByteStream stream = client.send(request, time, () -> {})) {
            return stream.status() + " " + stream.text(MOST);
        }
    }

    /// A response that stays the same for every request of every connection.
    private static Script always(String response) {
        return it -> {
            while (true) {
                it.request();
                it.say(response);
            }
        };
    }

    @Test
    void sendsThePartsOfABodyOneAfterTheOther() throws Exception {
        var heard = new ArrayList<String>();
        SocketServer server =
                server(it -> {
                    heard.add(it.request());
                    it.say(OK);
                });
        String large = "y".repeat(100_000);
        OutgoingRequest request = request(server, bytes("x"), bytes(large), bytes(""), bytes("z"));
        assertThat(ask(client(server), request, TIME)).isEqualTo("200 ok");
        assertThat(heard)
                .containsExactly(
                        "POST /v1?x=y HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\nContent-Length: 100002\r\n\r\nx%sz"
                                .formatted(server.url().substring("http://".length()), large));
        assertThat(request.body().bytes()).isEqualTo(bytes("x" + large + "z"));
    }

    @Test
    void sendsLargeBodiesOneAfterTheOtherOnOneConnection() throws Exception {
        var heard = new ArrayList<String>();
        SocketServer server =
                server(it -> {
                    while (true) {
                        heard.add(it.request());
                        it.say(OK);
                    }
                });
        ModelHttpClient client = client(server);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String first = ("a" + i).repeat(100_000);
            String second = ("b" + i).repeat(33_333);
            String third = ("c" + i).repeat(i);
            OutgoingRequest request = request(server, bytes(first), bytes(second), bytes(third));
            assertThat(ask(client, request, TIME)).isEqualTo("200 ok");
            sent.add(first + second + third);
        }
        assertThat(heard)
                .extracting(it -> it.substring(it.indexOf("\r\n\r\n") + 4))
                .containsExactlyElementsOf(sent);
    }

    @Test
    void tellsWhenTheServerHasTheRequestBeforeItAnswers() throws Exception {
        var told = new CountDownLatch(1);
        SocketServer server =
                server(it -> {
                    it.request();
                    it.await(told);
                    it.say(OK);
                });
        try (ByteStream stream =
                client(server).send(request(server, bytes("{}")), TIME, told::countDown)) {
            assertThat(stream.text(MOST)).isEqualTo("ok");
        }
    }

    @Test
    void readsAResponseWhereverItIsSplit() throws Exception {
        var random = new Random(11);
        var bodies = new ArrayList<String>();
        Script pieces =
                it -> {
                    while (true) {
                        it.request();
                        String body = text(random);
                        bodies.add(body);
                        String response = chunked(body, random);
                        int at = 0;
                        while (at < response.length()) {
                            int end = Math.min(response.length(), at + 1 + random.nextInt(9));
                            it.say(response.substring(at, end));
                            at = end;
                        }
                    }
                };
        SocketServer server = server(pieces);
        ModelHttpClient client = client(server);
        for (int i = 0; i < 50; i++) {
            assertThat(ask(client, server)).isEqualTo("200 " + bodies.getLast());
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int length = random.nextInt(300); length > 0; length--) {
            text.append((char) (random.nextBoolean() ? '\n' : ' ' + random.nextInt(90)));
        }
        return text.toString();
    }

    private static String chunked(String body, Random random) {
        var response = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        int at = 0;
        while (at < body.length()) {
            int end = Math.min(body.length(), at + 1 + random.nextInt(40));
            String size = Integer.toHexString(end - at);
            response.append(random.nextBoolean() ? size : "00" + size + " ;a=\"b\"");
            response.append("\r\n").append(body, at, end).append("\r\n");
            at = end;
        }
        return response.append(random.nextBoolean() ? "0\r\n\r\n" : "0\r\nA: b\r\nC: d\r\n\r\n")
                .toString();
    }

    @Test
    void usesAConnectionAgainThatWasLeftBeforeTheEndOfTheResponse() throws Exception {
        SocketServer server =
                server(
                        always(
                                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"));
        ModelHttpClient client = client(server);
        for (int i = 0; i < 3; i++) {
            try (ByteStream stream = client.send(request(server, bytes("{}")), TIME, () -> {})) {
                assertThat(stream.next()).isPresent();
                stream.finish();
            }
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void doesNotReadAnEndlessResponseToItsEnd() throws Exception {
        Script endless =
                it -> {
                    it.request();
                    it.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                    String many = "2\r\nok\r\n".repeat(1_000);
                    while (true) {
                        it.say(many);
                    }
                };
        SocketServer server = server(endless, always(OK));
        ModelHttpClient client = client(server);
        try (ByteStream stream = client.send(request(server, bytes("{}")), TIME, () -> {})) {
            assertThat(stream.next()).isPresent();
            stream.finish();
        }
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\n\r\nok",
                // Somebody on the way may see another end.
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                // What nobody asked for is no answer to the next request.
                OK + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
            })
    void usesNoConnectionAgainWhoseStateIsInDoubt(String response) throws Exception {
        Script once =
                it -> {
                    it.request();
                    it.say(response);
                    if (response.contains("Length")) {
                        it.request();
                        it.say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
                    }
                };
        SocketServer server = server(once);
        ModelHttpClient client = client(server);
        for (int i = 0; i < 3; i++) {
            assertThat(ask(client, server)).isEqualTo("200 ok");
        }
        assertThat(server.connections()).isEqualTo(3);
    }

    @Test
    void asksOnAnotherConnectionIfTheServerLeftWhileItRested() throws Exception {
        Script resetsTheSecond =
                it -> {
                    it.request();
                    it.say(OK);
                    it.request();
                    it.reset();
                };
        SocketServer server = server(resetsTheSecond, always(OK));
        ModelHttpClient client = client(server);
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void asksOnceOnAConnectionThatIsNew() throws Exception {
        SocketServer server = server(SocketServer.Connection::request);
        ModelHttpClient client = client(server);
        assertThatThrownBy(() -> ask(client, server))
                .isInstanceOf(EOFException.class)
                .hasMessage("the server closed the connection before it had answered");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void doesNotAskAgainWhereAResponseHasBegun() throws Exception {
        Script breaksTheSecond =
                it -> {
                    it.request();
                    it.say(OK);
                    it.request();
                    it.say("HTTP/1.1 2");
                };
        SocketServer server = server(breaksTheSecond, always(OK));
        ModelHttpClient client = client(server);
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThatThrownBy(() -> ask(client, server)).isInstanceOf(EOFException.class);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void skipsInterimResponses() throws Exception {
        SocketServer server =
                server(
                        always(
                                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n"
                                        + OK));
        ModelHttpClient client = client(server);
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(ask(client, server)).isEqualTo("200 ok");
    }

    @Test
    void readsAnErrorThatComesBeforeTheRequestWasSent() throws Exception {
        Script refusing = it -> it.say("HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\n\r\nlong");
        SocketServer server = server(refusing);
        OutgoingRequest large = request(server, new byte[32 << 20]);
        assertThat(ask(client(server), large, TIME)).isEqualTo("413 long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-str",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"
            })
    void noticesWhereverAResponseBreaksOff(String response) throws Exception {
        SocketServer server =
                server(it -> {
                    it.request();
                    it.say(response);
                });
        assertThatThrownBy(() -> ask(client(server), server)).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 -20 OK\r\n\r\n",
                "HTTP/1.1 101 Switching\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA\rB: c\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n"
            })
    void refusesWhatIsNoResponse(String response) throws Exception {
        SocketServer server =
                server(it -> {
                    it.request();
                    it.say(response);
                    it.wait(true);
                });
        assertThatThrownBy(() -> ask(client(server), server))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(EOFException.class);
        server.awaitLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A: b\r\n", "x", "HTTP/1.1 100 Continue\r\n\r\n"})
    void leavesAServerThatNeverComesToTheEndOfItsHead(String repeated) throws Exception {
        SocketServer server =
                server(it -> {
                    it.request();
                    it.say("HTTP/1.1 200 OK\r\n".substring(repeated.startsWith("HTTP") ? 17 : 0));
                    String many = repeated.repeat(1_000);
                    while (true) {
                        it.say(many);
                    }
                });
        assertThatThrownBy(() -> ask(client(server), server)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nA:",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"
            })
    void leavesAServerThatSaysNothingForTooLong(String begun) throws Exception {
        SocketServer server =
                server(it -> {
                    it.request();
                    it.say(begun);
                    it.wait(true);
                });
        OutgoingRequest request = request(server, bytes("{}"));
        assertThatThrownBy(() -> ask(client(server), request, Duration.ofMillis(200)))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("nothing came for 1 s");
        server.awaitLeft();
    }

    @Test
    void leavesAServerThatDoesNotReadTheRequest() throws Exception {
        var over = new CountDownLatch(1);
        SocketServer server = server(it -> it.await(over));
        OutgoingRequest large = request(server, new byte[64 << 20]);
        assertThatThrownBy(() -> ask(client(server), large, Duration.ofMillis(300)))
                .isInstanceOf(SocketTimeoutException.class);
        over.countDown();
    }

    @Test
    void opensTheFirstConnectionEarly() throws Exception {
        SocketServer server = server(always(OK));
        ModelHttpClient client = client(server);
        client.warm();
        client.warm();
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void doesNotMindThatTheServerLeftAConnectionThatWasOpenedEarly() throws Exception {
        var gone = new CountDownLatch(1);
        SocketServer server =
                server(
                        it -> {
                            it.reset();
                            gone.countDown();
                        },
                        always(OK));
        ModelHttpClient client = client(server);
        client.warm();
        gone.await();
        assertThat(ask(client, server)).isEqualTo("200 ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void keepsSeveralConnectionsIfSeveralAskAtOnce() throws Exception {
        var both = new CountDownLatch(2);
        Script together =
                it -> {
                    while (true) {
                        it.request();
                        both.countDown();
                        it.await(both);
                        it.say(OK);
                    }
                };
        SocketServer server = server(together);
        ModelHttpClient client = client(server);
        for (int round = 0; round < 2; round++) {
            var answers = new ArrayList<String>();
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 2; i++) {
                threads.add(Thread.ofVirtual().start(() -> answers.add(outcome(client, server))));
            }
            for (Thread it : threads) {
                it.join();
            }
            assertThat(answers).containsExactly("200 ok", "200 ok");
        }
        assertThat(server.connections()).isEqualTo(2);
    }

    private static String outcome(ModelHttpClient client, SocketServer server) {
        try {
            return ask(client, server);
        } catch (IOException | InterruptedException e) {
            return e.toString();
        }
    }
}
