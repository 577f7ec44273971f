package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.client.session.ChannelFactory;
import dev.deft.mcp.client.session.ClientProfile;
import dev.deft.mcp.client.session.McpSession;
import dev.deft.mcp.client.session.RevisionNegotiation;
import dev.deft.mcp.client.transport.HttpChannel;
import dev.deft.mcp.client.transport.HttpLine;
import dev.deft.mcp.client.transport.McpChannel;
import dev.deft.mcp.oauth.RequestAuthorization;
import dev.deft.rpc.RpcHandler;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Streams of a server behind HTTP. Where a test does not say otherwise, the client would wait for
/// the one for what the server says by itself much longer than the test may take.
@Timeout(60)
class HttpChannelTest {

    private static final String DONE = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final RpcHandler NOBODY = _ -> Json.Obj.EMPTY;

    @TempDir private Path root;

    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    /// A server that treats the request for its own stream as a test says.
    private static HttpFake streaming(HttpFake.Behavior stream) throws IOException {
        return new HttpFake(asked -> {
            if (asked.method().equals("GET")) {
                stream.answer(asked);
            } else if (!HttpFake.handshake(asked)) {
                asked.result(DONE);
            }
        });
    }

    /// A server that says nothing to the request for the stream.
    private HttpFake mute() throws IOException {
        return streaming(_ -> {
            wanted.countDown();
            never.await();
        });
    }

    private static HttpChannel channel(HttpFake fake, RpcHandler always) {
        var route =
                new HttpLine.Route(
                        URI.create(fake.url()),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        TIMEOUT);
        return new HttpChannel(new HttpLine(route, RequestAuthorization.NONE), LONG, always);
    }

    private record Channels(HttpFake fake) implements ChannelFactory {

        @Override
        public McpChannel open(RpcHandler always) {
            return channel(fake, always);
        }

        @Override
        public boolean isHttp() {
            return true;
        }
    }

    private static McpSession open(HttpFake fake) throws Exception {
        return new RevisionNegotiation(
                        new Channels(fake),
                        ClientProfile.deft("1"),
                        Optional.empty(),
                        TIMEOUT,
                        NOBODY)
                .open();
    }

    private static List<String> tools(McpSession session) throws Exception {
        return session.list("tools/list", "tools", TIMEOUT, NOBODY).stream()
                .map(it -> it.text("name").orElseThrow())
                .toList();
    }

    @Test
    void sendsNoRequestBeforeTheServerOpenedTheStream() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        var listed = new CountDownLatch(1);
        try (HttpFake fake =
                        new HttpFake(asked -> {
                            if (asked.method().equals("GET")) {
                                // A request that does not wait comes long before.
                                var _ = listed.await(300, TimeUnit.MILLISECONDS);
                                order.add("stream");
                                asked.stream();
                                asked.write(":\n\n");
                                return;
                            }
                            if (asked.method().equals("tools/list")) {
                                order.add("tools/list");
                                listed.countDown();
                            }
                            HttpFake.handshake(asked);
                        });
                McpSession session = open(fake)) {
            assertThat(tools(session)).containsExactly("go");
            assertThat(order).containsExactly("stream", "tools/list");
        }
    }

    @Test
    void goesOnWhenTheServerRefusesTheStream() throws Exception {
        try (HttpFake fake = streaming(asked -> asked.send(405, "text/plain", ""));
                McpSession session = open(fake)) {
            assertThat(tools(session)).containsExactly("go");
        }
    }

    @Test
    void goesOnWhenTheConnectionOfTheStreamBreaks() throws Exception {
        try (HttpFake fake = streaming(asked -> asked.exchange().close());
                McpSession session = open(fake)) {
            assertThat(tools(session)).containsExactly("go");
        }
    }

    @Test
    void waitsOnlyAMomentForAServerThatNeverOpensTheStream() throws Exception {
        try (HttpFake fake = mute();
                ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", fake.url()))) {
            wanted.await();
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.notices).isEmpty();
        }
    }

    @Test
    void stopsWaitingWhenItIsClosed() throws Exception {
        try (HttpFake fake = mute();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            HttpChannel channel = channel(fake, NOBODY);
            channel.agreed(Revision.V2025_11_25);
            Future<Boolean> open =
                    threads.submit(() -> {
                        channel.listen();
                        return channel.isOpen();
                    });
            wanted.await();
            channel.close();
            assertThat(open.get()).isFalse();
        }
    }

    @Test
    void endsItsSessionWhenItIsInterruptedWhileItWaits() throws Exception {
        try (HttpFake fake = mute();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<McpSession> opening = threads.submit(() -> open(fake));
            wanted.await();
            opening.cancel(true);
            ServerDesk.until(() -> fake.seen.contains("DELETE"));
        }
    }

    @Test
    void resumesAfterTheLastEventThatCameWhole() throws Exception {
        var answer = new AtomicReference<>("");
        List<String> resumed = Collections.synchronizedList(new ArrayList<>());
        try (HttpFake fake =
                        new HttpFake(asked -> {
                            if (asked.method().equals("tools/call")) {
                                answer.set(
                                        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                                                .formatted(asked.id(), DONE));
                                asked.stream();
                                asked.write("retry: 1\nid: one\ndata:\n\nid: two\ndata: {");
                                asked.exchange().close();
                            } else if (asked.exchange()
                                    .getRequestHeaders()
                                    .containsKey("Last-Event-ID")) {
                                resumed.add(asked.header("Last-Event-ID"));
                                asked.stream();
                                asked.write("id: two\ndata: " + answer.get() + "\n\n");
                            } else {
                                HttpFake.handshake(asked);
                            }
                        });
                ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", fake.url()))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(resumed).containsExactly("one");
        }
    }

    @Test
    void canBeStoppedWhileAServerLetsItWaitForDays() throws Exception {
        var broken = new CountDownLatch(1);
        try (HttpFake fake =
                        new HttpFake(asked -> {
                            if (asked.method().equals("tools/call")) {
                                asked.stream();
                                asked.write("retry: 999999999\nid: one\ndata:\n\n");
                                asked.exchange().close();
                                broken.countDown();
                            } else {
                                HttpFake.handshake(asked);
                            }
                        });
                ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("fake", fake.url()));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Envelope> called = threads.submit(() -> desk.session.call("fake_go", Map.of()));
            broken.await();
            desk.session.interrupt();
            assertThat(called.get().result())
                    .isInstanceOfSatisfying(
                            ToolResult.Failure.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.ABORTED));
        }
    }
}
