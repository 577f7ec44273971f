package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import dev.deft.registry.EnvelopeJson;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several calls in one, in real sessions.
class BatchToolTest {

    @TempDir Path root;

    private Engine engine;
    private Workspace workspace;

    @BeforeEach
    void open() throws IOException {
        engine =
                Engine.builder()
                        .environment(
                                Map.of(
                                        "DEFT_HOME",
                                        root.resolve(".home").toString(),
                                        "PATH",
                                        System.getenv("PATH")))
                        .build();
        workspace = engine.workspace(root);
    }

    @AfterEach
    void close() {
        workspace.close();
        engine.close();
    }

    private Session session(AgentSpec agent) throws IOException {
        return workspace.session().id("s").agent(agent).open();
    }

    private static Map<String, Object> call(String tool, Map<String, ?> arguments) {
        return Map.of("tool", tool, "args", arguments);
    }

    private static Map<String, Object> read(String path) {
        return call("read", Map.of("path", path));
    }

    private static Envelope batch(Session session, List<Map<String, Object>> calls) {
        return session.call("batch", Map.of("calls", calls));
    }

    private static List<Json.Obj> results(Envelope envelope) {
        Json.Obj data = (Json.Obj) EnvelopeJson.write(envelope).find("data").orElseThrow();
        return ((Json.Arr) data.find("results").orElseThrow())
                .items().stream()
                        .map(it -> (Json.Obj) ((Json.Obj) it).find("result").orElseThrow())
                        .toList();
    }

    private static List<String> codes(Envelope envelope) {
        return results(envelope).stream()
                .map(it -> ((Json.Obj) it.find("metadata").orElseThrow()).text("code").orElse("ok"))
                .toList();
    }

    @Test
    void givesTheResultsInTheOrderOfTheCallsAndStopsForNoFailure() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\n");
        Files.writeString(root.resolve("b.txt"), "two\n");
        try (Session session = session(AgentSpec.trusted())) {
            Envelope all =
                    batch(
                            session,
                            List.of(
                                    read("b.txt"),
                                    read("none.txt"),
                                    call("nonsense", Map.of()),
                                    call("write", Map.of("path", "c.txt", "content", "three\n")),
                                    read("c.txt"),
                                    read("a.txt")));

            assertThat(codes(all))
                    .containsExactly("ok", "not_found", "unknown_tool", "ok", "ok", "ok");
            assertThat(all.text())
                    .containsSubsequence(
                            "[1: read]\n",
                            "two",
                            "[2: read failed]\n",
                            "[5: read]\n",
                            "three",
                            "[6: read]\n",
                            "one");
        }
    }

    @Test
    void isJudgedCallByCall() throws IOException {
        AgentSpec agent = AgentSpec.trusted().deny("fs.write", "kept/**").deny("bash", "rm *");
        Map<String, Object> write = call("write", Map.of("path", "kept/a.txt", "content", "x"));
        Map<String, Object> remove = call("bash", Map.of("command", "rm -rf ."));
        try (Session session = session(agent)) {
            assertThat(codes(batch(session, List.of(write, remove, write))))
                    .containsOnly("permission_denied");
            assertThat(root.resolve("kept")).doesNotExist();
        }
        String log = Files.readString(root.resolve(".deft/sessions/s.jsonl"));
        assertThat(log.lines().filter(it -> it.contains("\"role\":\"decision\"")))
                .as("one for the batch and one for each call")
                .hasSize(4);
        assertThat(log).contains("\"call_id\":\"call_1.3\"");
    }

    @Test
    void hasOnlyTheToolsOfTheAgent() throws IOException {
        try (Session session = session(AgentSpec.trusted().tools("batch", "read"))) {
            assertThat(codes(batch(session, List.of(call("bash", Map.of("command", "true"))))))
                    .containsExactly("unknown_tool");
        }
    }

    @Test
    void cannotContainABatch() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\n");
        try (Session session = session(AgentSpec.trusted())) {
            Envelope all =
                    batch(
                            session,
                            List.of(
                                    call("batch", Map.of("calls", List.of(read("a.txt")))),
                                    read("a.txt")));
            assertThat(codes(all)).containsExactly("invalid_arguments", "ok");
            assertThat(
                            batch(
                                            session,
                                            IntStream.range(0, 26)
                                                    .mapToObj(_ -> read("a.txt"))
                                                    .toList())
                                    .failed())
                    .as("more than 25")
                    .isTrue();
            assertThat(
                            codes(
                                    batch(
                                            session,
                                            IntStream.range(0, 25)
                                                    .mapToObj(_ -> read("a.txt"))
                                                    .toList())))
                    .hasSize(25)
                    .containsOnly("ok");
        }
    }

    @Test
    void holdsNoPermitThatItsCallsNeed() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\n");
        try (Session session = session(AgentSpec.trusted())) {
            List<Thread> threads =
                    IntStream.range(0, 8)
                            .mapToObj(_ ->
                                    Thread.startVirtualThread(() ->
                                            assertThat(
                                                            codes(
                                                                    batch(
                                                                            session,
                                                                            List.of(
                                                                                    read("a.txt"),
                                                                                    read(
                                                                                            "a.txt")))))
                                                    .containsOnly("ok")))
                            .toList();
            for (Thread it : threads) {
                assertThat(it.join(Duration.ofSeconds(60))).isTrue();
            }
        }
    }

    @Test
    void isAbortedWithAllItsCalls() throws Exception {
        Map<String, Object> sleep = call("bash", Map.of("command", "touch begun; sleep 600"));
        try (Session session = session(AgentSpec.trusted())) {
            Thread running = Thread.startVirtualThread(() -> batch(session, List.of(sleep, sleep)));
            while (!Files.exists(root.resolve("begun"))) {
                Thread.onSpinWait();
            }
            session.interrupt();
            assertThat(running.join(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(
                        Files.readString(root.resolve(".deft/sessions/s.jsonl"))
                                .lines()
                                .filter(it ->
                                        it.contains("\"role\":\"result\"")
                                                && it.contains("aborted")))
                .as("the batch and both calls")
                .hasSize(3);
    }

    @Test
    void isBoundedAsAWhole() throws IOException {
        var small =
                new ToolLimits.Bounds(
                        OptionalInt.of(1024),
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalInt.empty());
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(100));
        AgentSpec agent =
                AgentSpec.trusted()
                        .limits(ToolLimits.of(ToolLimits.Bounds.NONE, Map.of("batch", small)));
        try (Session session = session(agent)) {
            Envelope all =
                    batch(session, IntStream.range(0, 9).mapToObj(_ -> read("a.txt")).toList());

            assertThat(all.truncated()).isTrue();
            assertThat(all.text()).hasSizeLessThan(1200);
            assertThat(EnvelopeJson.write(all).toString()).hasSizeLessThan(3000);
            assertThat(all.sidecar().orElseThrow()).content().contains("[9: read]");
        }
    }

    @Test
    void takesNamedResultsInItsCalls() throws IOException {
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(60_000));
        try (Session session = session(AgentSpec.trusted())) {
            session.call("bash", Map.of("command", "cat a.txt"));
            assertThat(
                            codes(
                                    batch(
                                            session,
                                            List.of(
                                                    call(
                                                            "write",
                                                            Map.of(
                                                                    "path",
                                                                    "b.txt",
                                                                    "content",
                                                                    "ref:bash-1"))))))
                    .containsExactly("ok");
            assertThat(Files.mismatch(root.resolve("a.txt"), root.resolve("b.txt"))).isEqualTo(-1);
        }
        assertThat(
                        Files.readString(root.resolve(".deft/sessions/s.jsonl"))
                                .lines()
                                .filter(it -> it.contains("\"role\":\"call\"")))
                .hasSize(3)
                .allSatisfy(it -> assertThat(it).hasSizeLessThan(1_000));
    }

    @Test
    void isOfferedOnlyWhereItIsNamed() throws IOException {
        for (AgentSpec agent :
                List.of(
                        AgentSpec.trusted().tools("read", "batch"),
                        AgentSpec.trusted()
                                .toolset(
                                        new AgentSpec.Toolset(
                                                Optional.empty(),
                                                "locked",
                                                Optional.empty(),
                                                Set.of("batch"))))) {
            assertThat(offered(agent)).contains("batch", "read");
        }
        assertThat(offered(AgentSpec.trusted())).contains("read").doesNotContain("batch");
    }

    private List<String> offered(AgentSpec agent) throws IOException {
        var model = new ScriptedModel().says("Done.");
        try (Session session = workspace.session().agent(agent).model(model).open()) {
            session.run("go");
        }
        return model.prompts().getFirst().tools().stream()
                .map(it -> it.text("name").orElse(""))
                .toList();
    }
}
