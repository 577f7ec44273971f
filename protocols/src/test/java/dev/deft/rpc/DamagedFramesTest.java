package dev.deft.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.deft.json.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A connection survives whatever arrives.
@Tag("slow")
@Timeout(120)
class DamagedFramesTest {

    private static final int FRAMES = 100_000;
    private static final int ASKED = 50;
    private static final String PING =
            "{\"jsonrpc\":\"2.0\",\"id\":\"last ping\",\"method\":\"echo\"}";
    private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":\"last ping\",\"result\":{}}";

    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger("dev.deft.rpc");
    private final Handler listener =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                        warnings.add(line.getMessage());
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @TempDir Path directory;

    @BeforeEach
    void listen() {
        Thread.setDefaultUncaughtExceptionHandler((_, problem) -> uncaught.add(problem));
        logger.addHandler(listener);
    }

    @AfterEach
    void stopListening() {
        Thread.setDefaultUncaughtExceptionHandler(null);
        logger.removeHandler(listener);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                Arguments.of("MCP server", RpcRules.mcpServer(), 1L),
                Arguments.of("MCP client", RpcRules.mcpClient(), 2L),
                Arguments.of("ACP", RpcRules.acp(), 3L),
                Arguments.of("short frames", RpcRules.mcpServer().withMaxFrameBytes(80), 4L));
    }

    private static Json answer(RpcCall call) throws RpcException {
        return switch (call.method()) {
            case "echo" -> call.params();
            case "fail" -> throw RpcException.invalidParams("no");
            default -> throw RpcException.methodNotFound(call.method());
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void answersAPingAfterDamagedFrames(String name, RpcRules rules, long seed) throws Exception {
        int before = threads("before");
        var damage = new FrameDamage(FrameDamage.FRAMES, seed);
        RpcConnection connection;
        try (var peer = new RawPeer(rules, DamagedFramesTest::answer)) {
            connection = peer.connection();
            Future<String> pong = background(() -> lineWith(peer, PONG));
            List<Future<String>> asked = new ArrayList<>();
            for (int i = 0; i < FRAMES; i++) {
                if (i % (FRAMES / ASKED) == 0) {
                    asked.add(background(() -> ask(peer.connection())));
                }
                peer.sayBytes(damage.next(i));
            }
            peer.say(PING);
            assertThat(pong.get()).isEqualTo(PONG);
            for (Future<String> it : asked) {
                assertThat(it.get()).isNotEmpty();
            }
            assertThat(connection.isOpen()).isTrue();
            peer.endMessages();
            connection.awaitEnd();
        }
        assertThat(connection.pendingRequests()).isZero();
        assertThat(connection.runningRequests()).isZero();
        assertThat(uncaught).isEmpty();
        assertThat(warnings).isEmpty();
        for (int round = 0; threads("after" + round) > before; round++) {
            assertThat(Thread.interrupted()).as("threads stay behind").isFalse();
        }
    }

    private static <T> Future<T> background(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static String lineWith(RawPeer peer, String line) throws IOException {
        String heard = peer.hear();
        while (!heard.equals(line)) {
            heard = peer.hear();
        }
        Thread.ofVirtual().start(() -> hearTheRest(peer));
        return heard;
    }

    private static void hearTheRest(RawPeer peer) {
        try {
            while (true) {
                peer.hear();
            }
        } catch (IOException _) {
            // It has ended.
        }
    }

    /// Ends in one way or another: a damaged frame may be taken for the answer.
    private static String ask(RpcConnection connection) throws InterruptedException {
        try {
            return connection.request("ask", Json.Obj.EMPTY, Duration.ofMillis(500)).toString();
        } catch (RpcException | IOException e) {
            return e.toString();
        }
    }

    /// Connections of other tests may still be open, so only more threads than before are a leak.
    private int threads(String name) throws IOException {
        Path dump = directory.resolve(name);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        return (int) Files.readString(dump).lines().filter(it -> it.contains("\"rpc-")).count();
    }
}
