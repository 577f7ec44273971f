package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.codec.JsonText;
import dev.deft.host.WaitableClock;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages over every kind of channel, with a real server and real programs.
class ChannelsTest {

    private static final String SECRET = "a secret that nobody may see";

    @TempDir Path root;
    private final List<String> notices = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private final List<Received> received = new ArrayList<>();
    private final List<Integer> answers = new ArrayList<>();
    private HttpServer server;

    /// A request that the webhook got.
    private record Received(Map<String, String> headers, String body) {}

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private synchronized void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new LinkedHashMap<>();
            exchange.getRequestHeaders().forEach((name, it) -> headers.put(name, it.getFirst()));
            received.add(
                    new Received(
                            headers,
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8)));
            int status = answers.isEmpty() ? 204 : answers.removeFirst();
            exchange.sendResponseHeaders(status, -1);
        }
    }

    /// Waits for nothing and notes how long it should have.
    private final class ImpatientClock implements WaitableClock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public synchronized Instant instant() {
            return now;
        }

        @Override
        public synchronized void sleep(Duration duration) {
            waits.add(duration);
            now = now.plus(duration);
        }
    }

    private Map<String, String> environment(String channels) throws IOException {
        Path config = Files.createDirectories(root.resolve(".home/config"));
        Files.writeString(
                config.resolve("agent.json"),
                "{\"channels\": %s}".formatted(channels.replace("PORT", port())));
        return Map.of(
                "DEFT_HOME",
                root.resolve(".home").toString(),
                "PATH",
                System.getenv("PATH"),
                "OPS_SECRET",
                SECRET);
    }

    private String port() {
        return Integer.toString(server.getAddress().getPort());
    }

    private Envelope send(String channels, AgentSpec agent, String to, String content)
            throws IOException {
        try (Engine engine =
                        Engine.builder()
                                .environment(environment(channels))
                                .clock(new ImpatientClock())
                                .notices(notices::add)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(agent).open()) {
            return session.call("message", Map.of("to", to, "content", content));
        }
    }

    private AgentSpec granted() {
        return AgentSpec.trusted().allow("net.fetch", "127.0.0.1:" + port());
    }

    private static String json(Envelope envelope) {
        return JsonText.write(EnvelopeJson.write(envelope));
    }

    @Test
    void aWebhookGetsASignedMessage() throws IOException, GeneralSecurityException {
        Envelope sent =
                send(
                        "{\"ops\": {\"webhook\": \"http://127.0.0.1:PORT/hook\", \"secret_env\": \"OPS_SECRET\"}}",
                        granted(),
                        "webhook:ops",
                        "grün ✓\r\nX-Evil: 1");

        assertThat(json(sent)).contains("\"status\":\"sent\"").doesNotContain(SECRET);
        assertThat(received).hasSize(1);
        Received got = received.getFirst();
        String timestamp = got.headers().get("X-deft-timestamp");
        assertThat(timestamp).isEqualTo("1767225600");
        assertThat(got.headers().get("X-deft-signature"))
                .isEqualTo("sha256=" + hmac(SECRET, timestamp + "." + got.body()));
        assertThat(got.headers()).containsEntry("Content-type", "application/json");
        assertThat(got.headers()).doesNotContainKey("X-evil");
        Json.Obj body = JsonText.parseObject(got.body());
        assertThat(body.text("content")).contains("grün ✓\r\nX-Evil: 1");
        assertThat(body.text("to")).contains("webhook:ops");
    }

    private static String hmac(String secret, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aBusyWebhookIsAskedAgainWithGrowingPauses() throws IOException {
        answers.addAll(List.of(503, 500, 429));

        Envelope sent =
                send(
                        "{\"ops\": {\"webhook\": \"http://127.0.0.1:PORT/\"}}",
                        granted(),
                        "ops:somebody",
                        "x");

        assertThat(json(sent)).contains("\"status\":\"sent\"");
        assertThat(waits)
                .containsExactly(
                        Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(received)
                .hasSize(4)
                .extracting(it -> it.headers().get("X-deft-delivery"))
                .containsOnly(received.getFirst().headers().get("X-deft-delivery"));
        assertThat(received.getFirst().body()).contains("\"address\":\"somebody\"");
        assertThat(received.getFirst().headers()).doesNotContainKey("X-deft-signature");
    }

    @Test
    void aWebhookThatNeverTakesItIsAnError() throws IOException {
        answers.addAll(List.of(503, 503, 503, 503));

        Envelope sent =
                send("{\"ops\": {\"webhook\": \"http://127.0.0.1:PORT/\"}}", granted(), "ops", "x");

        assertThat(json(sent))
                .contains(
                        "The webhook ops did not take the message in 4 attempts: it answered 503.");
        assertThat(received).hasSize(4);
    }

    @Test
    void aRefusalIsNotRepeated() throws IOException {
        answers.add(403);

        Envelope sent =
                send("{\"ops\": {\"webhook\": \"http://127.0.0.1:PORT/\"}}", granted(), "ops", "x");

        assertThat(json(sent)).contains("refused the message with status 403");
        assertThat(received).hasSize(1);
    }

    @Test
    void theAddressOfAWebhookIsJudgedLikeAnyOther() throws IOException {
        Envelope sent =
                send(
                        "{\"ops\": {\"webhook\": \"http://127.0.0.1:PORT/\"}}",
                        AgentSpec.trusted(),
                        "ops",
                        "x");

        assertThat(json(sent)).contains("must be granted itself");
        assertThat(received).isEmpty();
    }

    @Test
    void withoutItsSecretAWebhookGetsNothing() throws IOException {
        Envelope sent =
                send(
                        "{\"ops\": {\"webhook\": \"http://127.0.0.1:PORT/\", \"secret_env\": \"NOT_SET\"}}",
                        granted(),
                        "ops",
                        "x");

        assertThat(json(sent)).contains("environment variable NOT_SET, which is not set");
        assertThat(received).isEmpty();
    }

    @Test
    void aProgramGetsTheMessageOnItsInput() throws IOException {
        Path got = root.resolve("got.json");

        Envelope sent =
                send(
                        "{\"signal\": {\"command\": [\"/bin/sh\", \"-c\", \"cat > %s; env >> %s\"]}}"
                                .formatted(got, got),
                        AgentSpec.trusted(),
                        "signal:+1555; rm -rf /",
                        "hello");

        assertThat(json(sent)).contains("\"status\":\"sent\"");
        String text = Files.readString(got);
        Json.Obj message = JsonText.parseObject(text.lines().findFirst().orElseThrow());
        assertThat(message.text("address")).contains("+1555; rm -rf /");
        assertThat(message.text("content")).contains("hello");
        assertThat(text).doesNotContain(SECRET);
    }

    @Test
    void aProgramThatFailsOrFloodsIsAnError() throws IOException {
        assertThat(
                        json(
                                send(
                                        "{\"bad\": {\"command\": [\"/bin/sh\", \"-c\", \"exit 3\"]}}",
                                        AgentSpec.trusted(),
                                        "command:bad",
                                        "x")))
                .contains(
                        "The program of the channel bad ended with exit code 3; the message may not have arrived.");
        assertThat(
                        json(
                                send(
                                        "{\"flood\": {\"command\": [\"yes\"]}}",
                                        AgentSpec.trusted(),
                                        "flood",
                                        "x")))
                .contains("\"type\":\"error\"");
        assertThat(
                        json(
                                send(
                                        "{\"gone\": {\"command\": [\"no-such-program-here\"]}}",
                                        AgentSpec.trusted(),
                                        "gone",
                                        "x")))
                .contains("could not be started");
    }

    @Test
    void aProgramOfTheWorkspaceIsNotRun() throws IOException {
        Path program = root.resolve("notify");
        Files.writeString(program, "#!/bin/sh\ntouch ran\n");
        boolean _ = program.toFile().setExecutable(true);

        Envelope sent =
                send("{\"mine\": {\"command\": [\"./notify\"]}}", AgentSpec.trusted(), "mine", "x");

        assertThat(json(sent)).contains("an absolute path or a plain name");
        assertThat(root.resolve("ran")).doesNotExist();
    }

    @Test
    void aChannelOfTheWorkspaceIsNotUsed() throws IOException {
        Files.createDirectories(root.resolve(".deft"));
        Files.writeString(
                root.resolve(".deft/agent.json"),
                "{\"channels\": {\"evil\": {\"command\": [\"/bin/true\"]}}}");

        assertThat(json(send("{}", AgentSpec.trusted(), "evil", "x")))
                .contains(
                        "There is no channel \\\"evil\\\"; the channels are console, cron, session, user.");
    }

    @Test
    void theConsoleShowsPlainText() throws IOException {
        send("{}", AgentSpec.trusted(), "console", "one\u001b]0;title\u0007 two");

        assertThat(notices).containsExactly("one two");
    }

    @Test
    void aRuleDecidesByTheAddress() throws IOException {
        AgentSpec agent = AgentSpec.trusted().deny("message", "console");

        assertThat(json(send("{}", agent, "console", "x"))).contains("permission_denied");
        assertThat(notices).isEmpty();
    }

    @Test
    void whereOnlyRepliesAreSeenTheyAreTheTextOfTheRun() throws IOException {
        ScriptedModel model =
                Agents.model()
                        .calls("reply", Map.of("text", "Hello!", "channelId", "console"))
                        .calls("reply", Map.of("text", "Bye.", "channelId", "console"))
                        .says("nobody reads this");
        AgentSpec main =
                AgentSpec.standard()
                        .toolset(
                                new AgentSpec.Toolset(
                                        Optional.empty(),
                                        "pegasus",
                                        Optional.of("mainAgentTools")));
        List<RunEvent> events = new ArrayList<>();
        try (Engine engine = Engine.builder().environment(environment("{}")).model(model).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(main).open()) {
            RunOutcome outcome = session.run("hi", events::add);

            assertThat(outcome.text()).isEqualTo("Hello!\nBye.");
        }
        assertThat(events)
                .filteredOn(RunEvent.Text.class::isInstance)
                .containsExactly(new RunEvent.Text("Hello!"), new RunEvent.Text("\nBye."));
        assertThat(events.getLast())
                .isInstanceOfSatisfying(
                        RunEvent.Ended.class,
                        it -> assertThat(it.outcome().text()).isEqualTo("Hello!\nBye."));
    }

    @Test
    void elsewhereAMessageToTheUserIsAnEventOfTheRun() throws IOException {
        ScriptedModel model =
                Agents.model()
                        .calls("message", Map.of("to", "console", "content", "half way"))
                        .says("done");
        List<RunEvent> events = new ArrayList<>();
        try (Engine engine = Engine.builder().environment(environment("{}")).model(model).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThat(session.run("hi", events::add).text()).isEqualTo("done");
        }
        assertThat(events).contains(new RunEvent.Message("half way"));
    }
}
