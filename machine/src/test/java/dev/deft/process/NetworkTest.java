package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.deft.host.Shell;
import dev.deft.policy.HostRules;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.proxy.ConnectionListener;
import dev.deft.proxy.ConnectionListener.Connection;
import dev.deft.proxy.ConnectionListener.Outcome;
import dev.deft.proxy.NetworkReach;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that may reach some hosts and no others.
class NetworkTest {

    @TempDir Path root;
    @TempDir Path elsewhere;

    private final Queue<Connection> seen = new ConcurrentLinkedQueue<>();
    private final AtomicInteger visits = new AtomicInteger();
    private HttpServer server;
    private int port;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    visits.incrementAndGet();
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    String line =
                            "%s %s %d\n"
                                    .formatted(
                                            exchange.getRequestMethod(),
                                            exchange.getRequestURI(),
                                            body.length);
                    byte[] answer = line.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        server.start();
        port = server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private ShellFixture desk(ConnectionListener traffic, String... hosts) throws IOException {
        return new ShellFixture(
                root,
                SandboxMode.REQUIRED,
                System.getenv(),
                List.of(),
                List.of(),
                new NetworkReach(List.of(hosts), traffic));
    }

    private ShellFixture desk(String... hosts) throws IOException {
        return desk(seen::add, hosts);
    }

    @Test
    void reachAGrantedHost() throws Exception {
        try (var desk = desk("127.0.0.1:" + port)) {
            Shell.Result ended =
                    desk.run("curl -sS --max-time 120 http://127.0.0.1:%d/a?b".formatted(port));
            assertThat(ended.output().output()).isEqualTo("GET /a?b 0\n");
            assertThat(ended.note()).isEmpty();
            // The end of a connection is noted after the command has seen it.
            assertThat(ShellFixture.eventually(() -> seen.size() == 2)).isTrue();
            assertThat(
                            desk.output(
                                    "head -c 300000 /dev/zero | curl -sS --max-time 120 --data-binary @- -x \"$https_proxy\" -p http://127.0.0.1:%d/tunnel"
                                            .formatted(port)))
                    .isEqualTo("POST /tunnel 300000\n");
        }
        assertThat(ShellFixture.eventually(() -> seen.size() == 4)).isTrue();
        assertThat(seen)
                .extracting(Connection::outcome)
                .containsExactly(Outcome.OPENED, Outcome.CLOSED, Outcome.OPENED, Outcome.CLOSED);
        Connection tunnel = List.copyOf(seen).getLast();
        assertThat(tunnel.host() + ":" + tunnel.port()).isEqualTo("127.0.0.1:" + port);
        assertThat(tunnel.sent()).isGreaterThan(300_000);
        assertThat(tunnel.received()).isGreaterThan(20);
    }

    @Test
    void reachNobodyElseAndAreToldSo() throws Exception {
        try (var desk = desk("127.0.0.1:" + (port == 1 ? 2 : 1), "*.example.org", "**:" + port)) {
            Shell.Result ended =
                    desk.run("curl -sS --max-time 120 http://127.0.0.1:%d/".formatted(port));
            assertThat(ended.output().output())
                    .startsWith("127.0.0.1:%d cannot be reached".formatted(port));
            assertThat(ended.note().orElse(""))
                    .startsWith("the network was refused for 127.0.0.1:%d".formatted(port));
            assertThat(desk.output("curl -sS --max-time 120 http://localhost:%d/".formatted(port)))
                    .startsWith("localhost:%d cannot be reached".formatted(port));
            assertThat(desk.run("curl -sS --max-time 120 -p https://example.com/").exitCode())
                    .isEqualTo(56);
            assertThat(desk.run("true").note()).isEmpty();
        }
        assertThat(visits).hasValue(0);
        assertThat(seen).extracting(Connection::outcome).containsOnly(Outcome.REFUSED).hasSize(3);
    }

    @Test
    void reachNobodyWhomARuleForbids() throws Exception {
        var rules = new RuleBook(List.of(Rule.parse(Scope.MANIFEST, "deny net.fetch 127.0.0.1")));
        for (String hosts : List.of("127.0.0.1:" + port, "**")) {
            try (var desk = desk(hosts, rules)) {
                Shell.Result ended =
                        desk.run("curl -sS --max-time 20 http://127.0.0.1:%d/".formatted(port));
                assertThat(ended.output().output())
                        .isEqualTo(
                                "127.0.0.1:%d cannot be reached: the manifest rule `deny net.fetch 127.0.0.1` forbids it. Do it another way.\n"
                                        .formatted(port));
                assertThat(ended.note().orElse("")).contains("`deny net.fetch 127.0.0.1`");
            }
        }
        assertThat(visits).hasValue(0);
        assertThat(seen).extracting(Connection::outcome).containsOnly(Outcome.REFUSED).hasSize(2);
    }

    @Test
    void reachNobodyAnyMoreOnceARuleForbidsIt() throws Exception {
        var rules = new RuleBook(List.of());
        String ask = "curl -sS --max-time 20 http://127.0.0.1:%d/".formatted(port);
        try (var desk = desk("127.0.0.1:" + port, rules)) {
            assertThat(desk.output(ask)).isEqualTo("GET / 0\n");
            rules.add(Rule.parse(Scope.SESSION, "deny net.fetch 127.0.0.1:" + port));
            assertThat(desk.output(ask)).contains("forbids it");
        }
        assertThat(visits).hasValue(1);
    }

    private ShellFixture desk(String hosts, RuleBook rules) throws IOException {
        return new ShellFixture(
                root,
                SandboxMode.REQUIRED,
                System.getenv(),
                List.of(),
                List.of(),
                new NetworkReach(List.of(hosts), new HostRules(rules), seen::add));
    }

    @Test
    void doNotReachThisMachineByAnotherSpelling() throws Exception {
        try (var desk = desk("**:" + port, "**:80")) {
            for (String host :
                    List.of(
                            "localhost",
                            "127.1",
                            "2130706433",
                            "0x7f000001",
                            "0",
                            "[::1]",
                            "[::ffff:127.0.0.1]",
                            "[::ffff:7f00:1]")) {
                assertThat(
                                desk.output(
                                        "curl -sS --max-time 20 -o /dev/null -w '%{http_code}' "
                                                + "http://%s:%d/".formatted(host, port)))
                        .as(host)
                        .isIn("403", "502");
            }
            assertThat(desk.output("curl -sS --max-time 20 http://169.254.169.254/latest/"))
                    .startsWith("169.254.169.254:80 cannot be reached")
                    .contains("which must be granted itself");
        }
        assertThat(visits).hasValue(0);
        assertThat(seen).extracting(Connection::outcome).doesNotContain(Outcome.OPENED);
    }

    @Test
    void haveNoWayAroundTheProxy() throws Exception {
        try (var desk = desk("127.0.0.1:" + port)) {
            assertThat(desk.run("exec 3<>/dev/tcp/127.0.0.1/" + port).exitCode()).isNotZero();
            assertThat(
                            desk.run(
                                            "curl -sS --max-time 120 --noproxy '*' http://127.0.0.1:%d/"
                                                    .formatted(port))
                                    .exitCode())
                    .isEqualTo(7);
            assertThat(desk.output("cat /proc/net/dev | wc -l; cat /proc/net/route | wc -l"))
                    .isEqualTo("3\n1\n");
        }
        assertThat(visits).hasValue(0);
    }

    @Test
    void reachTheirHostsFromEverySandbox() throws Exception {
        String ask = "curl -sS --max-time 120 http://127.0.0.1:%d/".formatted(port);
        try (var desk = desk("127.0.0.1:" + port)) {
            assertThat(desk.output(ask + "1 && " + ask + "2")).isEqualTo("GET /1 0\nGET /2 0\n");
            var background =
                    desk.shell()
                            .start(
                                    ShellFixture.command(
                                            ask + "3 > out; sleep 900",
                                            ShellFixture.TIMEOUT,
                                            Map.of()));
            assertThat(desk.output(ask + "4")).isEqualTo("GET /4 0\n");
            assertThat(ShellFixture.eventually(() -> visits.get() == 4)).isTrue();
            assertThat(background.running()).isTrue();
        }
    }

    @Test
    void survivePeopleWhoDoNotSpeakHttp() throws Exception {
        try (var desk = desk("127.0.0.1:" + port)) {
            assertThat(
                            desk.output(
                                    "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'hello\\r\\n\\r\\n' >&3; head -1 <&3"))
                    .startsWith("HTTP/1.1 400 ");
            desk.run("exec 3<>/dev/tcp/127.0.0.1/3128; head -c 200000 /dev/zero >&3");
            assertThat(desk.output("curl -sS --max-time 120 http://127.0.0.1:%d/".formatted(port)))
                    .isEqualTo("GET / 0\n");
        }
    }

    @Test
    void areWrittenDownInTheSession() throws Exception {
        var state = new StatePaths(root.toRealPath());
        try (var desk =
                desk(new ConnectionLog(state, "s1", () -> Instant.EPOCH), "127.0.0.1:" + port)) {
            desk.run("curl -sS --max-time 120 http://example.com/");
        }
        assertThat(state.session("s1").resolve("network.jsonl"))
                .hasContent(
                        """
                        {"ts":"1970-01-01T00:00:00Z","host":"example.com","port":80,"outcome":"refused","detail":"not granted","sent":0,"received":0}
                        """);
    }

    @Test
    void haveNoNetworkWhereTheWayOutCannotBeMade() throws Exception {
        Path programs = Files.createDirectories(elsewhere.resolve("programs"));
        for (String name : List.of("bash", "bwrap")) {
            Files.createSymbolicLink(programs.resolve(name), Path.of("/usr/bin").resolve(name));
        }
        try (var desk =
                new ShellFixture(
                        root,
                        SandboxMode.REQUIRED,
                        Map.of("PATH", programs.toString()),
                        List.of(),
                        List.of(),
                        new NetworkReach(List.of("127.0.0.1:" + port), seen::add))) {
            Shell.Result ended = desk.run("exec 3<>/dev/tcp/127.0.0.1/" + port);
            assertThat(ended.sandbox()).isEqualTo("bubblewrap");
            assertThat(ended.exitCode()).isNotZero();
            assertThat(ended.note().orElse("")).contains("nsenter of util-linux is not installed");
        }
    }
}
