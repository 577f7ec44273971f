package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bodies that are too large.
class LargeBodiesTest {

    private static final long GIGABYTE = 1L << 30;

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

    private String head(String framing) throws IOException {
        return "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n"
                .formatted(server.token(), framing);
    }

    @Test
    void aDeclaredGigabyteIsRefusedBeforeItIsSent() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(head("Content-Length: " + GIGABYTE));
            assertThat(client.response())
                    .startsWith("HTTP/1.1 413 Content Too Large\r\n")
                    .contains("1048576 bytes");
            assertThat(sent(client, " ".repeat(64 * 1024))).isLessThan(GIGABYTE / 8);
        }
        assertThat(server.acts()).isZero();
    }

    @Test
    void aGigabyteInChunksIsRefusedWhenItGetsTooLarge() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(head("Transfer-Encoding: chunked"));
            String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
            assertThat(sent(client, chunk)).isLessThan(GIGABYTE / 8);
        }
        assertThat(server.acts()).isZero();
    }

    @Test
    void aChunkThatIsTooLargeIsRefusedBeforeItIsSent() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(head("Transfer-Encoding: chunked") + "40000000\r\n");
            assertThat(client.response()).startsWith("HTTP/1.1 413 ");
        }
    }

    /// How much can be sent until the server closes the connection.
    private static long sent(RawClient client, String piece) throws IOException {
        byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
        long total = 0;
        try {
            while (total < GIGABYTE) {
                client.socket().getOutputStream().write(bytes);
                total += bytes.length;
            }
        } catch (SocketException _) {
            return total;
        }
        return total;
    }

    @Test
    void strangersAreNotEvenRead() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send(
                    "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
            assertThat(client.response()).startsWith("HTTP/1.1 401 ").contains("Connection: close");
        }
    }

    @Test
    void allBodiesTogetherAreBounded() throws IOException {
        server.close();
        var counts = new ListenerLimits.Counts(100, 100, 100, 100, 256 * 1024, 32 * 1024, 100);
        server =
                new ListenerFixture(
                        directory,
                        ListenerSettings.loopback(0).with(ListenerLimits.usual().with(counts)));
        String half = head("Content-Length: 400000") + " ".repeat(200_000);
        try (var first = new RawClient(server.port());
                var second = new RawClient(server.port())) {
            first.send(half);
            second.send(half);
            second.send(" ".repeat(200_000));
            assertThat(second.response())
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Retry-After: 1", "too many large requests");
        }
        try (var later = new RawClient(server.port())) {
            later.send(head("Content-Length: 2") + "{}");
            assertThat(later.response()).startsWith("HTTP/1.1 201 ");
        }
    }

    @Test
    void bodiesThatAreNotTextAreRefused() throws IOException {
        assertThat(RawClient.exchange(server.port(), head("Content-Length: 2") + "\u00ff\u00fe"))
                .startsWith("HTTP/1.1 400 ")
                .contains("not UTF-8");
    }
}
