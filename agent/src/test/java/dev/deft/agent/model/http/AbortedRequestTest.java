package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.http.SocketServer.Script;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A request that is interrupted, or whose client is closed, ends at once, wherever it is.
class AbortedRequestTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final int LARGE = 64 << 20;

    enum Phase {
        /// In the handshake of TLS.
        CONNECTING("https", 2),
        /// The server does not read.
        SENDING("http", LARGE),
        /// The server has read everything.
        WAITING("http", 2),
        IN_THE_HEAD("http", 2),
        IN_THE_BODY("http", 2);

        private final String scheme;
        private final int bytes;

        Phase(String scheme, int bytes) {
            this.scheme = scheme;
            this.bytes = bytes;
        }
    }

    private static Script script(Phase phase) {
        return switch (phase) {
            case CONNECTING -> it -> it.wait(true);
            case SENDING -> it -> it.wait(false);
            case WAITING -> answering("");
            case IN_THE_HEAD -> answering("HTTP/1.1 200 OK\r\nContent-Ty");
            case IN_THE_BODY -> answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
        };
    }

    private static Script answering(String begun) {
        return it -> {
            it.request();
            it.say(begun);
            it.wait(true);
        };
    }

    private static FutureTask<Object> asking(ModelHttpClient client, Phase phase, String url) {
        var request =
                new OutgoingRequest(
                        "POST",
                        URI.create(url + "/"),
                        Map.of(),
                        Optional.empty(),
                        new RequestBody(List.of(new byte[phase.bytes])));
        return new FutureTask<>(() -> outcome(client, request));
    }

    private static Object outcome(ModelHttpClient client, OutgoingRequest request) {
        try (ByteStream stream = client.send(request, LONG, () -> {})) {
            return stream.text(100);
        } catch (IOException | InterruptedException e) {
            return e;
        }
    }

    private static ModelHttpClient client(String url) {
        return new ModelHttpClient(WireFixture.settings("openai", url));
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void endsWhenAVirtualThreadIsInterrupted(Phase phase) throws Exception {
        interrupt(phase, Thread.ofVirtual());
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void endsWhenAThreadOfThePlatformIsInterrupted(Phase phase) throws Exception {
        interrupt(phase, Thread.ofPlatform());
    }

    private static void interrupt(Phase phase, Thread.Builder builder) throws Exception {
        try (var server = new SocketServer(script(phase))) {
            String url = server.url().replace("http:", phase.scheme + ":");
            try (ModelHttpClient client = client(url)) {
                FutureTask<Object> asked = asking(client, phase, url);
                Thread thread = builder.start(asked);
                server.awaitWaiting();
                thread.interrupt();
                assertThat(asked.get()).isInstanceOf(InterruptedException.class);
                server.awaitLeft();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void endsWhenTheClientIsClosed(Phase phase) throws Exception {
        try (var server = new SocketServer(script(phase))) {
            String url = server.url().replace("http:", phase.scheme + ":");
            ModelHttpClient client = client(url);
            FutureTask<Object> asked = asking(client, phase, url);
            Thread.ofVirtual().start(asked);
            server.awaitWaiting();
            client.close();
            assertThat(asked.get()).isInstanceOf(IOException.class);
            assertThat(client.closed()).isTrue();
            server.awaitLeft();
        }
    }
}
