package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

/// A server that does not set `TCP_NODELAY`, and so holds back the end of its response.
class DelayedEndTest {

    private static final Duration TIME = Duration.ofSeconds(60);
    private static final String BEGIN =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n";
    private static final String END = "0\r\n\r\n";

    private static void ask(ModelConnection connection, SocketServer server) throws Exception {
        var request =
                new OutgoingRequest(
                        "POST",
                        URI.create(server.url()),
                        Map.of(),
                        Optional.empty(),
                        new RequestBody(List.of(new byte[] {'{', '}'})));
        connection.exchange(request, System.nanoTime() + TIME.toNanos(), TIME, () -> {});
    }

    @Test
    void isAskedForItAtOnce() throws Exception {
        var resting = new CountDownLatch(1);
        try (var server =
                        new SocketServer(it -> {
                            it.hold();
                            it.request();
                            it.say(BEGIN + END);
                            it.request();
                            it.say(BEGIN);
                            it.await(resting);
                            it.say(END);
                            it.wait(true);
                        });
                SocketChannel channel =
                        SocketChannel.open(
                                new InetSocketAddress(
                                        InetAddress.getLoopbackAddress(),
                                        URI.create(server.url()).getPort()));
                var connection =
                        new ModelConnection(
                                channel, channel.socket(), ModelConnection.Kind.PLAIN)) {
            assumeThat(channel.supportedOptions()).contains(ExtendedSocketOptions.TCP_QUICKACK);
            byte[] some = new byte[100];
            ask(connection, server);
            while (connection.read(some) >= 0) {}
            connection.rest();
            // From its second request on, a client acknowledges late.
            ask(connection, server);
            assertThat(connection.read(some)).isEqualTo(2);
            connection.rest();

            assertThat(channel.getOption(ExtendedSocketOptions.TCP_QUICKACK)).isTrue();
            resting.countDown();
            assertThat(connection.isReady()).isTrue();
        }
    }
}
