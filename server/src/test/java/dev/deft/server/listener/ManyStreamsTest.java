package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

/// A thousand clients that listen, and five hundred that do not read.
@Tag("slow")
class ManyStreamsTest {

    private static final int IDLE = 1_000;
    private static final int SLOW = 500;
    private static final long MOST_BYTES = 100L * 1024 * 1024;

    @TempDir private Path directory;
    private final List<Socket> clients = new ArrayList<>();
    private ListenerFixture server;

    @BeforeEach
    void start() throws IOException {
        Duration timeout = Duration.ofMinutes(10);
        ListenerLimits.Times usual = ListenerLimits.usual().times();
        var times =
                new ListenerLimits.Times(
                        usual.head(),
                        usual.idle(),
                        usual.body(),
                        timeout,
                        usual.heartbeat(),
                        usual.recheck());
        server =
                new ListenerFixture(
                        directory,
                        ListenerSettings.loopback(0).with(ListenerLimits.usual().with(times)));
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket it : clients) {
            it.close();
        }
        server.close();
    }

    private void open(String path, String token, int buffer) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(buffer);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream()
                .write(
                        RawClient.get(path, "Authorization: Bearer " + token)
                                .getBytes(StandardCharsets.US_ASCII));
        clients.add(socket);
    }

    @Test
    void needLittleMemoryAndLeaveTheServerFree() throws IOException, InterruptedException {
        long before = used();
        String token = server.token();
        for (int i = 0; i < IDLE; i++) {
            open("/v1/events", token, 64 * 1024);
        }
        for (int i = 0; i < SLOW; i++) {
            open("/v1/flood", token, 4 * 1024);
        }
        until(IDLE + SLOW);
        assertThat(used() - before).as("bytes of the heap").isLessThan(MOST_BYTES);
        assertThat(server.get("/health", token).body()).isEqualTo("up");
    }

    private void until(int streams) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (server.listener().streams() < streams && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
        assertThat(server.listener().streams()).isEqualTo(streams);
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
