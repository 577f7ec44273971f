package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private DeftRun bash(String command, String policy) throws IOException {
        Path file = Files.writeString(root.resolve("policy.json"), policy);
        String arguments = "{\"command\":\"%s\"}".formatted(command);
        return DeftRun.in(root, "", "call", "bash", arguments, "--policy", file.toString());
    }

    private static String rules(String more, String rest) {
        return "{\"rules\": [{\"permission\": \"bash\", \"pattern\": \"*\", \"action\": \"allow\"}, {\"permission\": \"fs.read\", \"pattern\": \"**\", \"action\": \"allow\"}%s]%s}"
                .formatted(more, rest);
    }

    private static String rule(String permission, String pattern, String action) {
        return ", {\"permission\": \"%s\", \"pattern\": \"%s\", \"action\": \"%s\"}"
                .formatted(permission, pattern, action);
    }

    @Test
    void keepsCommandsFromFilesThatRulesForbid() throws IOException {
        Files.writeString(
                Files.createDirectory(root.resolve("secrets")).resolve("k.txt"), "SECRET");
        for (String permission : List.of("fs.read", "read")) {
            String policy = rules(rule(permission, "secrets/**", "deny"), "");
            assertThat(bash("cat secrets/k.txt", policy).out())
                    .contains("\"exit_code\":1")
                    .doesNotContain("SECRET");
            Path file = root.resolve("policy.json");
            String pattern = "{\"pattern\":\"SECRET\"}";
            assertThat(
                            DeftRun.in(
                                            root,
                                            "",
                                            "call",
                                            "grep",
                                            pattern,
                                            "--policy",
                                            file.toString())
                                    .out())
                    .doesNotContain("secrets/k.txt");
        }
    }

    @Test
    void keepsCommandsWithinTheCeiling() throws IOException {
        Files.writeString(root.resolve("a"), "a");
        Files.createDirectory(root.resolve("src"));
        String policy =
                rules(
                        "",
                        ", \"requires\": {\"fs\": {\"read\": [\"**\"], \"write\": [\"src/**\"]}, \"shell\": [{\"cmd\": \"*\"}]}");
        assertThat(bash("cp a c", policy).out()).contains("Read-only file system");
        assertThat(bash("cp a src/c", policy).out()).contains("\"exit_code\":0");
        assertThat(root.resolve("c")).doesNotExist();
    }

    @Test
    void asksWhereNothingHoldsCommandsToTheRules() throws IOException {
        Files.createDirectory(root.resolve("docs"));
        String rule = rule("fs.write", "docs/**", "deny");
        assertThat(bash("touch docs/x", rules(rule, ", \"sandbox\": \"off\"")).out())
                .contains(
                        "they cannot be enforced for commands here: the policy turns the sandbox off");
        assertThat(root.resolve("docs/x")).doesNotExist();
        assertThat(bash("true", rules("", ", \"sandbox\": \"off\"")).out())
                .contains("\"exit_code\":0");
    }

    @Test
    void leavesSecretsToThePersonUnlessARuleNamesThem() throws IOException {
        Files.writeString(root.resolve(".env"), "KEY=SECRET\n");
        String read = "{\"path\":\".env\"}";
        assertThat(DeftRun.in(root, "", "call", "read", read).out()).contains("KEY=");
        assertThat(bash("cat .env", rules("", "")).out()).doesNotContain("KEY=");
        String policy = root.resolve("policy.json").toString();
        assertThat(DeftRun.in(root, "", "call", "read", read, "--policy", policy).out())
                .contains("ask fs.read **/.env")
                .doesNotContain("KEY=");
        assertThat(bash("cat .env", rules(rule("read", ".env", "allow"), "")).out())
                .contains("KEY=");
        assertThat(DeftRun.in(root, "", "call", "read", read, "--policy", policy).out())
                .contains("KEY=");
    }

    @Test
    void isNotReadThroughALinkThatLeadsOut(@TempDir Path elsewhere) throws IOException {
        Path settings = Files.writeString(elsewhere.resolve("agent.json"), "{}");
        Files.createSymbolicLink(
                Files.createDirectory(root.resolve(".deft")).resolve("agent.json"), settings);
        assertThat(DeftRun.in(root, "", "config", "show").err())
                .contains(".deft/agent.json is a link to a file outside the workspace");
    }

    @Test
    void tellsOfALinkInTheStateDirectoryInOneSentence(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(
                Files.createDirectory(root.resolve(".deft")).resolve("journal"), elsewhere);
        DeftRun run = DeftRun.in(root, "", "call", "write", "{\"path\":\"x\",\"content\":\"y\"}");
        assertThat(run.out()).contains("is not a directory that this user can write");
        assertThat(run.err()).doesNotContain("Exception");
        assertThat(root.resolve("x")).doesNotExist();
    }
}
