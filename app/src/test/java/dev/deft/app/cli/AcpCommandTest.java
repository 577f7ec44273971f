package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft acp` as an editor starts it.
@Tag("slow")
class AcpCommandTest {

    @TempDir private Path root;

    /// A process of the agent, and what it prints.
    private static final class Agent implements AutoCloseable {

        private final Process process;
        private final Writer in;
        private final BufferedReader out;

        Agent(Path root, Map<String, String> variables) throws IOException {
            process =
                    DeftProcess.builder(root, variables, "acp")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            in = process.outputWriter(StandardCharsets.UTF_8);
            out = process.inputReader(StandardCharsets.UTF_8);
            assertThat(ask(1, "initialize", "{\"protocolVersion\":1}").find("result")).isPresent();
        }

        void send(int id, String method, String params) throws IOException {
            in.write(
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}\n"
                            .formatted(id, method, params));
            in.flush();
        }

        Json.Obj await(String text) throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains(text)) {
                    return parsed(line);
                }
            }
            throw new AssertionError("no " + text);
        }

        Json.Obj ask(int id, String method, String params) throws IOException {
            send(id, method, params);
            return await("\"id\":%d,".formatted(id));
        }

        private static Json.Obj parsed(String line) {
            try {
                return JsonText.parseObject(line);
            } catch (JsonSyntaxException e) {
                throw new AssertionError("not a message: " + line, e);
            }
        }

        String session(Path root) throws IOException {
            Json.Obj created =
                    ask(2, "session/new", "{\"cwd\":\"%s\",\"mcpServers\":[]}".formatted(root));
            return ((Json.Obj) created.find("result").orElseThrow())
                    .text("sessionId")
                    .orElseThrow();
        }

        void prompt(int id, String session) throws IOException {
            send(
                    id,
                    "session/prompt",
                    "{\"sessionId\":\"%s\",\"prompt\":[{\"type\":\"text\",\"text\":\"go\"}]}"
                            .formatted(session));
        }

        /// Closes its input.
        ///
        /// @return whether it ended in time
        boolean endsWithinThreeSeconds() throws Exception {
            in.close();
            return process.waitFor(3, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Test
    void answersAPromptInASessionThatTheOtherCommandsKnow() throws Exception {
        try (var model = BothWires.following(says("Hello from the model."));
                var agent = new Agent(root, model.environment("anthropic"))) {
            String session = agent.session(root);
            agent.prompt(3, session);
            assertThat(agent.await("agent_message_chunk").toString()).contains("Hello");
            assertThat(agent.await("\"id\":3,").toString()).contains("end_turn");
            assertThat(agent.endsWithinThreeSeconds()).isTrue();
            assertThat(agent.process.exitValue()).isZero();
            assertThat(DeftRun.in(root, "", "sessions").out()).contains(session);
        }
    }

    @Test
    void saysWhichKeyIsMissing() throws Exception {
        try (var agent = new Agent(root, Map.of())) {
            Json.Obj refused =
                    agent.ask(
                            2, "session/new", "{\"cwd\":\"%s\",\"mcpServers\":[]}".formatted(root));
            assertThat(refused.find("error").orElseThrow().toString())
                    .contains("\"code\":-32000", "ANTHROPIC_API_KEY");
            assertThat(
                            agent.ask(3, "authenticate", "{\"methodId\":\"environment-key\"}")
                                    .find("error")
                                    .orElseThrow()
                                    .toString())
                    .contains("\"code\":-32000");
        }
    }

    @Test
    void endsWithItsInputThoughACommandRuns() throws Exception {
        String sleep = "sleep 54321." + System.nanoTime();
        try (var model =
                        BothWires.following(
                                calls("bash", args("command", "echo under way; " + sleep)));
                var agent = new Agent(root, model.environment("anthropic"))) {
            String session = agent.session(root);
            agent.prompt(3, session);
            Json.Obj seen = agent.await("under way");
            for (Optional<String> ask = seen.text("method");
                    ask.equals(Optional.of("session/request_permission"));
                    ask = agent.await("\"method\"").text("method")) {
                agent.in.write(
                        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"allow-once\"}}}\n"
                                .formatted(seen.find("id").orElseThrow()));
                agent.in.flush();
            }
            agent.await("in_progress");
            assertThat(agent.endsWithinThreeSeconds()).isTrue();
            assertThat(DeftProcess.isGone(sleep)).isTrue();
            assertThat(DeftRun.in(root, "", "sessions", "show", session).code()).isZero();
        }
    }

    @Test
    void refusesWordsAndShowsItsHelp() {
        assertThat(DeftRun.in(root, "", "acp", "word").code()).isEqualTo(2);
        assertThat(DeftRun.in(root, "", "acp", "--help").out())
                .contains("Agent Client Protocol", "--model")
                .doesNotContain("--resume");
    }
}
