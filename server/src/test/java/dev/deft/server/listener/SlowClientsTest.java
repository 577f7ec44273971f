package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that take their time, on a listener with short timeouts.
class SlowClientsTest {

    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir private Path directory;
    private ListenerFixture server;

    @BeforeEach
    void start() throws IOException {
        server = new ListenerFixture(directory, settings(times(SHORT, SHORT, SHORT, SHORT, LONG)));
    }

    private static ListenerSettings settings(ListenerLimits.Times times) {
        return ListenerSettings.loopback(0).with(ListenerLimits.usual().with(times));
    }

    private static ListenerLimits.Times times(
            Duration head, Duration idle, Duration body, Duration stall, Duration heartbeat) {
        return new ListenerLimits.Times(head, idle, body, stall, heartbeat, Duration.ofMillis(100));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String bearer() throws IOException {
        return "Authorization: Bearer " + server.token();
    }

    /// Sends byte after byte until the server has had enough.
    private static void drip(RawClient client, String text) throws IOException {
        while (client.input().available() == 0) {
            client.send(text);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void headsThatArriveByteByByteAreCutOff() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send("GET /health HTTP/1.1\r\nHost: localhost\r\nX: ");
            drip(client, "a");
            assertThat(client.response()).startsWith("HTTP/1.1 408 ").contains("\"timeout\"");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void bodiesThatArriveByteByByteAreCutOff() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(
                    "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 100000\r\n\r\n"
                            .formatted(bearer()));
            drip(client, " ");
            assertThat(client.response()).startsWith("HTTP/1.1 408 ");
            assertThat(client.isClosed()).isTrue();
        }
        assertThat(server.acts()).isZero();
    }

    @Test
    void chunksThatArriveByteByByteAreCutOff() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(
                    "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\n%s\r\nTransfer-Encoding: chunked\r\n\r\n"
                            .formatted(bearer()));
            drip(client, "1\r\n \r\n");
            assertThat(client.response()).startsWith("HTTP/1.1 408 ");
        }
        assertThat(server.acts()).isZero();
    }

    @Test
    void connectionsThatSendNothingAreClosed() throws IOException {
        try (var silent = new RawClient(server.port());
                var idle = new RawClient(server.port())) {
            idle.send(RawClient.get("/health"));
            assertThat(idle.response()).startsWith("HTTP/1.1 200 ");
            assertThat(silent.isClosed()).isTrue();
            assertThat(idle.isClosed()).isTrue();
        }
    }

    @Test
    void clientsThatDoNotReadAnAnswerAreDropped() throws IOException, InterruptedException {
        try (var client = new RawClient(server.port())) {
            client.send(RawClient.get("/v1/large", bearer()));
            assertThat(client.input().read()).as("the answer begins").isEqualTo('H');
            until(() -> server.listener().connections() == 0);
            assertThatThrownBy(() -> readAll(client)).isInstanceOf(IOException.class);
        }
    }

    /// Fails if the connection ends before the whole answer has arrived.
    private static void readAll(RawClient client) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        long total = 0;
        for (int count = client.input().read(buffer);
                count >= 0;
                count = client.input().read(buffer)) {
            total += count;
        }
        if (total < 64 * 1024 * 1024) {
            throw new SocketException("only %d bytes".formatted(total));
        }
    }

    @Test
    void clientsThatDoNotReadEventsAreDropped() throws IOException, InterruptedException {
        server.close();
        Duration second = Duration.ofSeconds(2);
        server = new ListenerFixture(directory, settings(times(LONG, LONG, LONG, second, LONG)));
        List<RawClient> clients = new ArrayList<>();
        String bearer = bearer();
        for (int i = 0; i < 20; i++) {
            var client = new RawClient(server.port());
            clients.add(client);
            client.send(RawClient.get("/v1/flood", bearer));
        }
        until(() -> server.listener().streams() == 20);
        until(() -> server.listener().streams() == 0 && server.listener().connections() == 0);
        for (RawClient it : clients) {
            it.close();
        }
    }

    private interface Condition {

        boolean holds();
    }

    private static void until(Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    @Test
    void idleStreamsGetSignsOfLifeAndEventsAtOnce() throws IOException {
        server.close();
        server = new ListenerFixture(directory, settings(times(LONG, LONG, LONG, LONG, SHORT)));
        try (var client = new RawClient(server.port())) {
            client.send(RawClient.get("/v1/events", bearer()));
            assertThat(client.response()).contains("Content-Type: text/event-stream");
            assertThat(next(client)).isEqualTo("event: hello\ndata: {}\n\n");
            assertThat(next(client)).isEqualTo(":\n\n");
            assertThat(next(client)).isEqualTo(":\n\n");
            server.publish("{\"a\":\"two\nlines\"}");
            assertThat(next(client))
                    .isEqualTo("id: 1\nevent: note\ndata: {\"a\":\"two\ndata: lines\"}\n\n");
        }
    }

    /// The next chunk.
    private static String next(RawClient client) throws IOException {
        var size = new StringBuilder();
        for (int it = client.input().read(); it != '\n'; it = client.input().read()) {
            size.append((char) it);
        }
        byte[] chunk = client.input().readNBytes(Integer.parseInt(size.toString().strip(), 16));
        byte[] _ = client.input().readNBytes(2);
        return new String(chunk, StandardCharsets.UTF_8);
    }

    @Test
    void streamsOfClientsThatLeftAreEnded() throws IOException, InterruptedException {
        server.close();
        server = new ListenerFixture(directory, settings(times(LONG, LONG, LONG, LONG, SHORT)));
        try (var client = new RawClient(server.port())) {
            client.send(RawClient.get("/v1/events", bearer()));
            assertThat(client.response()).startsWith("HTTP/1.1 200 ");
            until(() -> server.listener().streams() == 1);
        }
        until(() -> server.listener().streams() == 0);
    }

    @Test
    void theEndOfTheServerEndsStreams() throws IOException, InterruptedException {
        try (var client = new RawClient(server.port())) {
            client.send(RawClient.get("/v1/events", bearer()));
            assertThat(client.response()).startsWith("HTTP/1.1 200 ");
            until(() -> server.listener().streams() == 1);
            server.listener().close();
            assertThat(client.isClosed()).isTrue();
        }
        assertThat(server.listener().connections()).isZero();
    }
}
