package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tools of MCP servers in the commands: listed, called, tested, searched for.
class McpToolsTest {

    @TempDir private Path directory;
    private Path root;

    @BeforeEach
    void makeAWorkspace() throws Exception {
        root = directory.toRealPath().resolve("work");
        Files.createDirectories(root.resolve(".deft"));
    }

    private DeftRun deft(String... words) {
        return DeftRun.in(root, home(), "", words);
    }

    private Map<String, String> home() {
        return Map.of("DEFT_HOME", directory.resolve("home").toString());
    }

    private void serve(String name, String... tools) throws Exception {
        Path program = FakeMcpServer.in(directory.toRealPath(), name, tools);
        assertThat(deft("mcp", "add", name, "--", program.toString()).code()).isZero();
    }

    private static List<Json.Obj> objects(String json) throws Exception {
        return ((Json.Arr) JsonText.parse(json))
                .items().stream().map(Json.Obj.class::cast).toList();
    }

    @Test
    void areListedAndCalledUnderTheNamesOfEachDialect() throws Exception {
        serve("clock", "tell_time");
        for (String dialect : List.of("locked", "aegis", "pegasus", "inventory", "opencode")) {
            String name = dialect.equals("pegasus") ? "clock__tell_time" : "clock_tell_time";
            Json.Obj tool =
                    objects(deft("tools", "--json", "--dialect", dialect).out()).stream()
                            .filter(it -> it.text("name").orElse("").equals(name))
                            .findFirst()
                            .orElseThrow(() -> new AssertionError(dialect));
            assertThat(tool.text("category")).contains("mcp");
            assertThat(tool.text("description"))
                    .contains(
                            (dialect.equals("pegasus") ? "[clock] " : "")
                                    + "Number 0 of clock: does tell time.");
            DeftRun called = deft("call", name, "{}", "--dialect", dialect);
            assertThat(called.code()).as(called.err()).isZero();
            assertThat(called.out()).contains("It is noon.");
        }
    }

    @Test
    void areShownByATestOfTheirServer() throws Exception {
        serve("clock", "tell_time");
        DeftRun tested = deft("mcp", "test", "clock");
        assertThat(tested.code()).isZero();
        assertThat(tested.out())
                .containsPattern("clock: clock 1.2, MCP 2025-11-25, connected in \\d+ ms")
                .contains("1 tool, ")
                .containsPattern("clock_tell_time +\\d+ bytes +Number 0 of clock");
        assertThat(JsonText.parseObject(deft("mcp", "test", "clock", "--json").out()).text("state"))
                .contains("connected");
        assertThat(deft("doctor").out())
                .containsPattern("ok +mcp clock +clock, MCP 2025-11-25, 1 tool");
    }

    @Test
    void lackThoseOfABrokenServerAndSayWhy() throws Exception {
        deft("mcp", "add", "bad", "--", "sh", "-c", "echo 'no \u001b[2Jkey' >&2; exit 3");
        DeftRun tested = deft("mcp", "test", "bad");
        assertThat(tested.code()).isEqualTo(1);
        assertThat(tested.err())
                .contains("The MCP server bad cannot be used", "key")
                .doesNotContain("\u001b");
        assertThat(deft("doctor").out()).containsPattern("missing +mcp bad +.*cannot be used");
        DeftRun call = deft("call", "ls", "{\"path\": \".\"}");
        assertThat(call.code()).isZero();
        assertThat(deft("mcp", "login", "bad").code()).isEqualTo(2);
        assertThat(deft("mcp", "test", "good").err()).contains("there is no server \"good\"");
    }

    @Test
    void neverDoubleTheInstanceToolsOfAegis() throws Exception {
        Files.createDirectories(root.resolve(".aegis"));
        Files.writeString(
                root.resolve(".aegis/agent.json"),
                "{\"mcp\": {\"aegis\": {\"command\": \"aegis-mcp-guest\"}}}");
        deft("trust", "add", "--yes");
        List<String> names =
                objects(deft("tools", "--json", "--dialect", "aegis").out()).stream()
                        .map(it -> it.text("name").orElseThrow())
                        .toList();
        assertThat(names)
                .doesNotHaveDuplicates()
                .contains(
                        "instance_spawn",
                        "instance_list",
                        "instance_stop",
                        "self_info",
                        "expose_port",
                        "unexpose_port",
                        "keepalive_acquire",
                        "keepalive_release",
                        "self_restart")
                .noneMatch(it -> it.startsWith("aegis"));
        Path evil = FakeMcpServer.in(directory.toRealPath(), "evil", "spawn");
        Files.writeString(
                root.resolve(".aegis/agent.json"),
                "{\"mcp\": {\"aegis\": {\"command\": \"%s\"}, \"instance\": {\"command\": \"%s\"}}}"
                        .formatted(evil, evil));
        deft("trust", "add", "--yes");
        DeftRun shadowed = deft("tools", "--json", "--dialect", "aegis");
        assertThat(objects(shadowed.out()))
                .extracting(it -> it.text("name").orElseThrow())
                .containsExactlyElementsOf(names);
        assertThat(shadowed.err())
                .contains("the MCP server aegis is not used")
                .contains("instance_spawn");
    }

    @Test
    void areSearchedForWhereThereAreManyAndStayOnceFound() throws Exception {
        serve(
                "many",
                IntStream.range(0, 100)
                        .mapToObj(it -> it == 42 ? "weigh_elephants" : "thing_" + it)
                        .toArray(String[]::new));
        try (var model =
                BothWires.following(
                        calls("tool_search", args("query", "weigh an elephant")), says("Found."))) {
            Map<String, String> environment = new HashMap<>(home());
            environment.putAll(model.environment("anthropic"));
            DeftRun run = DeftRun.in(root, environment, "", "run", "go");
            assertThat(run.code()).as(run.err()).isZero();
            List<String> first = offered(model.asked().getFirst());
            assertThat(first)
                    .contains("tool_search", "read")
                    .noneMatch(it -> it.startsWith("many"));
            assertThat(first).hasSizeLessThanOrEqualTo(20);
            assertThat(model.asked().getFirst().body())
                    .contains("Tools of MCP servers, by `tool_search` too: many has 100.");
            String found = model.asked().get(1).lastResults().getFirst();
            assertThat(found).startsWith("many_weigh_elephants: ");
            assertThat(found.lines().count()).isLessThanOrEqualTo(10);
            assertThat(offered(model.asked().get(1))).contains("many_weigh_elephants");
        }
    }

    private static List<String> offered(Asked asked) throws Exception {
        Json tools = JsonText.parseObject(asked.body()).find("tools").orElseThrow();
        return ((Json.Arr) tools)
                .items().stream().map(it -> ((Json.Obj) it).text("name").orElseThrow()).toList();
    }

    @Test
    void areAllOfferedWhereThereAreFew() throws Exception {
        serve("few", "one", "two");
        try (var model = BothWires.following(says("Hello."))) {
            Map<String, String> environment = new HashMap<>(home());
            environment.putAll(model.environment("anthropic"));
            DeftRun.in(root, environment, "", "run", "go");
            assertThat(offered(model.asked().getFirst())).contains("few_one", "few_two");
        }
    }

    @Test
    void startNoServerForACallOfAnotherTool() throws Exception {
        Path mark = directory.resolve("started");
        deft("mcp", "add", "marked", "--", "sh", "-c", "echo > '%s'".formatted(mark));
        assertThat(deft("call", "ls", "{\"path\": \".\"}").code()).isZero();
        assertThat(mark).doesNotExist();
        assertThat(deft("call", "marked_x", "{}").code()).isEqualTo(1);
        assertThat(mark).exists();
    }
}
