package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that hold many connections.
class ManyConnectionsTest {

    @TempDir private Path directory;
    private final List<Socket> held = new ArrayList<>();
    private ListenerFixture server;

    @BeforeEach
    void start() throws IOException {
        server = new ListenerFixture(directory);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket it : held) {
            it.close();
        }
        server.close();
    }

    private void restart(int connections, int perAddress) throws IOException {
        server.close();
        var counts =
                new ListenerLimits.Counts(connections, perAddress, 100, 3, 1 << 20, 32 * 1024, 100);
        server =
                new ListenerFixture(
                        directory,
                        ListenerSettings.loopback(0).with(ListenerLimits.usual().with(counts)));
    }

    /// Connects from one of the many addresses of the loopback.
    private Socket connect(int address) throws IOException {
        var socket = new Socket();
        socket.bind(new InetSocketAddress("127.0.0." + address, 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.setSoTimeout(60_000);
        held.add(socket);
        return socket;
    }

    private static String first(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private String health() throws IOException {
        return RawClient.exchange(server.port(), RawClient.get("/health"));
    }

    @Test
    @Tag("slow")
    void tenThousandConnectionsAreBoundedAndKeepNobodyOut() throws IOException {
        int most = ListenerLimits.usual().counts().connections();
        // Each end takes a file of this process, which may not have 20,000.
        long files = files();
        int wanted = (int) Math.min(10_000, (files - 1_000) - most);
        for (int i = 0; i < wanted; i++) {
            connect(1 + i % 8);
            if (i % 1_000 == 0) {
                assertThat(health()).endsWith("up");
            }
        }
        assertThat(server.listener().connections()).isLessThanOrEqualTo(most);
        assertThat(health()).endsWith("up");
    }

    private static long files() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getMaxFileDescriptorCount();
    }

    @Test
    void idleConnectionsMakeRoomForNewOnes() throws IOException {
        restart(10, 10);
        for (int i = 0; i < 30; i++) {
            connect(1 + i);
        }
        assertThat(health()).endsWith("up");
        assertThat(server.listener().connections()).isLessThanOrEqualTo(10);
        assertThat(held.getFirst().getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void headsThatNeverEndMakeRoomToo() throws IOException {
        restart(10, 10);
        for (int i = 0; i < 30; i++) {
            connect(1 + i)
                    .getOutputStream()
                    .write("GET /health HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(health()).endsWith("up");
    }

    @Test
    void oneAddressDoesNotPushOthersOut() throws IOException, InterruptedException {
        restart(100, 5);
        Socket other = connect(99);
        for (int i = 0; i < 50; i++) {
            connect(2);
        }
        other.getOutputStream().write(RawClient.get("/health").getBytes(StandardCharsets.US_ASCII));
        assertThat(first(other.getInputStream().readNBytes(15))).isEqualTo("HTTP/1.1 200 OK");
        until(6);
    }

    private void until(int connections) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (server.listener().connections() > connections && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        assertThat(server.listener().connections()).isLessThanOrEqualTo(connections);
    }

    @Test
    void connectionsAtWorkAreNotPushedOut() throws IOException {
        restart(3, 3);
        String stream = RawClient.get("/v1/events", "Authorization: Bearer " + server.token());
        for (int i = 0; i < 3; i++) {
            Socket socket = connect(1);
            socket.getOutputStream().write(stream.getBytes(StandardCharsets.US_ASCII));
            assertThat(first(socket.getInputStream().readNBytes(15))).isEqualTo("HTTP/1.1 200 OK");
        }
        assertThat(connect(1).getInputStream().read()).as("refused").isEqualTo(-1);
        assertThat(server.listener().streams()).isEqualTo(3);
    }

    @Test
    void aTokenHasOnlySoManyStreams() throws IOException {
        restart(50, 50);
        String token = server.token();
        String stream = RawClient.get("/v1/events", "Authorization: Bearer " + token);
        for (int i = 0; i < 3; i++) {
            Socket socket = connect(1);
            socket.getOutputStream().write(stream.getBytes(StandardCharsets.US_ASCII));
            assertThat(first(socket.getInputStream().readNBytes(12))).endsWith("200");
        }
        assertThat(RawClient.exchange(server.port(), stream)).startsWith("HTTP/1.1 429 ");
        String other = RawClient.get("/v1/events", "Authorization: Bearer " + server.token());
        assertThat(RawClient.exchange(server.port(), other)).startsWith("HTTP/1.1 200 ");
    }
}
