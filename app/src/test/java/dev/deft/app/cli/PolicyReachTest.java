package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How far a policy lets commands reach, and which files it keeps from them.
class PolicyReachTest {

    @TempDir Path root;

    private final AtomicInteger visits = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    visits.incrementAndGet();
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private DeftRun fetch(String rules) throws IOException {
        int port = server.getAddress().getPort();
        Path policy = root.resolve("policy.json");
        Files.writeString(
                policy,
                """
                {"requires": {"fs": {"read": ["**"], "write": ["**"]}, "net": {"hosts": ["127.0.0.1:%d"]}, "shell": [{"cmd": "*"}]},
                 "rules": [{"permission": "bash", "pattern": "*", "action": "allow"}%s], "sandbox": "required"}
                """
                        .formatted(port, rules));
        return DeftRun.in(
                root,
                "",
                "call",
                "bash",
                "{\"command\":\"curl -sS --max-time 20 http://127.0.0.1:%d/\"}".formatted(port),
                "--session",
                "s",
                "--policy",
                policy.toString());
    }

    @Test
    void endsWhereARuleForbidsAHost() throws IOException {
        DeftRun run =
                fetch(
                        ", {\"permission\": \"net.fetch\", \"pattern\": \"127.0.0.1\", \"action\": \"deny\"}");
        assertThat(run.out()).contains("the manifest rule `deny net.fetch 127.0.0.1` forbids it");
        assertThat(visits).hasValue(0);
        assertThat(Files.readString(root.resolve(".deft/sessions/s/network.jsonl")))
                .contains("\"outcome\":\"refused\"", "deny net.fetch 127.0.0.1");
    }

    @Test
    void takesInTheHostsThatAreGranted() throws IOException {
        assertThat(fetch("").out()).contains("\"exit_code\":0");
        assertThat(visits).hasValue(1);
    }

    @Test
    void leavesOutTheFileThatADialectIsConfiguredBy() {
        String write = "{\"path\":\"config.yml\",\"content\":\"tools: {}\"}";
        assertThat(DeftRun.in(root, "", "call", "write_file", write, "--dialect", "pegasus").out())
                .contains("config.yml is protected");
        assertThat(root.resolve("config.yml")).doesNotExist();
        assertThat(DeftRun.in(root, "", "call", "write", write).out()).contains("\"created\":true");
    }
}
