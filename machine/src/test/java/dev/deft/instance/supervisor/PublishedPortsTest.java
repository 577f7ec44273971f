package dev.deft.instance.supervisor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HostException;
import dev.deft.instance.Instances.PublishedPort;
import dev.deft.instance.Instances.Spawn;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ports of instances, reached with real sockets.
class PublishedPortsTest {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    @TempDir Path root;

    /// The answer of a server at a port; empty if it closes the connection.
    private static String ask(int port, String text) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(LOOPBACK, port), 10_000);
            socket.setSoTimeout(60_000);
            Thread.startVirtualThread(() -> send(socket, text));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static void send(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(UTF_8));
            socket.shutdownOutput();
        } catch (IOException _) {
            // Whoever reads sees it too.
        }
    }

    private static boolean refuses(int port) {
        try {
            ask(port, "");
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "NONE"})
    void leadToTheInstanceThatListens(Tier tier) throws Exception {
        int port = freePort();
        try (var fixture = new InstanceFixture(tier, root, "s")) {
            fixture.serve("web", port);
            PublishedPort other = fixture.supervisor.expose(port, OptionalInt.of(freePort()));
            assertThat(ask(other.publicPort(), "hello")).isEqualTo("HELLO");
            assertThat(fixture.supervisor.expose(port, OptionalInt.empty())).isEqualTo(other);
            assertThatThrownBy(() -> fixture.supervisor.expose(port, OptionalInt.of(freePort())))
                    .isInstanceOf(HostException.class)
                    .hasMessage(
                            "Port %d is published as %d already. Unexpose it first."
                                    .formatted(port, other.publicPort()));

            fixture.supervisor.unexpose(port);
            fixture.supervisor.unexpose(port);

            assertThat(InstanceFixture.eventually(() -> refuses(other.publicPort()))).isTrue();
            assertThat(fixture.supervisor.expose(port, OptionalInt.empty()))
                    .isEqualTo(new PublishedPort(port, port));
            assertThat(ask(port, "again")).isEqualTo("AGAIN");
        }
    }

    @Test
    void carryManyConnectionsAtOnce() throws Exception {
        int port = freePort();
        String text = "0123456789abcdef".repeat(20_000);
        try (var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s");
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            fixture.serve("web", port, port);
            List<Future<String>> answers = new ArrayList<>();
            Callable<String> client = () -> ask(port, text);
            for (int i = 0; i < 20; i++) {
                answers.add(clients.submit(client));
            }
            for (Future<String> it : answers) {
                assertThat(it.get()).isEqualTo(text.toUpperCase(Locale.ROOT));
            }
        }
    }

    @Test
    void areBoundOnLoopbackOnly() throws Exception {
        int port = freePort();
        try (var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s")) {
            fixture.serve("web", port, port);
            assertThat(ListeningPorts.ofTree((int) ProcessHandle.current().pid())).contains(port);
            List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("/proc/self/net/tcp")));
            lines.addAll(Files.readAllLines(Path.of("/proc/self/net/tcp6")));
            List<String> own =
                    lines.stream()
                            .filter(it -> it.contains(":%04X ".formatted(port)))
                            .filter(it -> it.contains(":0000 0A "))
                            .toList();
            assertThat(own).hasSize(1).allMatch(it -> it.contains("0100007F:"));
        }
    }

    @Test
    void endWithTheInstance() throws Exception {
        int port = freePort();
        try (var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s")) {
            fixture.serve("web", port, port);
            assertThat(ask(port, "a")).isEqualTo("A");
            try (var open = new Socket(LOOPBACK, port)) {
                open.setSoTimeout(60_000);
                fixture.supervisor.stop("web");
                assertThat(open.getInputStream().read()).isNegative();
            }
            assertThat(InstanceFixture.eventually(() -> refuses(port))).isTrue();
        }
    }

    @Test
    void thatAreTakenAreReported() throws Exception {
        int port = freePort();
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s")) {
            fixture.serve("web", port);
            assertThatThrownBy(() ->
                            fixture.supervisor.expose(port, OptionalInt.of(taken.getLocalPort())))
                    .isInstanceOf(HostException.class)
                    .hasMessageStartingWith(
                            "Port %d of 127.0.0.1 cannot be used".formatted(taken.getLocalPort()));
            PublishedPort free = fixture.supervisor.expose(port, OptionalInt.empty());
            assertThat(ask(free.publicPort(), "x")).isEqualTo("X");
        }
    }

    @Test
    void thatAreTakenGiveWayToFreeOnes() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s")) {
            fixture.serve("web", taken.getLocalPort());
            PublishedPort free =
                    fixture.supervisor.expose(taken.getLocalPort(), OptionalInt.empty());
            assertThat(free.publicPort()).isNotEqualTo(taken.getLocalPort());
            assertThat(ask(free.publicPort(), "x")).isEqualTo("X");
        }
    }

    @Test
    void leadToNothingElseOnTheMachine() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            assertThatThrownBy(() ->
                            fixture.supervisor.expose(other.getLocalPort(), OptionalInt.empty()))
                    .hasMessage(
                            "No instance runs in this session; start one with `instance_spawn`.");
            fixture.spawn("sleep 600", "idle");
            assertThatThrownBy(() ->
                            fixture.supervisor.expose(other.getLocalPort(), OptionalInt.empty()))
                    .isInstanceOf(HostException.class)
                    .hasMessage(
                            "No instance listens on port %d; idle listens on no port. Its log may say why, or try again when it is up."
                                    .formatted(other.getLocalPort()));
        }
    }

    @Test
    void declaredAtTheStartAreClosedUntilSomethingListens() throws Exception {
        int port = freePort();
        try (var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s")) {
            fixture.supervisor.spawn(
                    new Spawn(
                            "sleep 600",
                            Optional.of("web"),
                            Optional.empty(),
                            Map.of(),
                            List.of(port),
                            OptionalInt.empty()));
            assertThat(ask(port, "")).isEmpty();
        }
    }

    /// Commands behind Landlock have no sockets at all, unless the network is granted.
    @Test
    void doNotExistWithoutANetwork() throws Exception {
        try (var fixture = new InstanceFixture(Tier.LANDLOCK, root, "s")) {
            assertThatThrownBy(() -> fixture.serve("web", freePort()))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("cannot listen");
        }
    }
}
