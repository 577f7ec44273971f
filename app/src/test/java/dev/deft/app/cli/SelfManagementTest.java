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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent that changes its own settings, restarts, and uses the server it has added.
@Tag("slow")
class SelfManagementTest {

    private static final String WIRE = "anthropic";

    @TempDir private Path directory;
    private Path root;
    private Path server;

    @BeforeEach
    void makeAWorkspaceThatIsTrusted() throws Exception {
        root = directory.toRealPath().resolve("work");
        Files.createDirectories(root.resolve(".git"));
        server = FakeMcpServer.in(directory.toRealPath(), "clock", "tell_time");
        Files.createDirectories(root.resolve(".aegis"));
        Files.writeString(root.resolve(".aegis/agent.json"), "{\"fallback\": []}");
        assertThat(
                        DeftRun.in(root, Map.of("DEFT_HOME", home()), "", "trust", "add", "--yes")
                                .code())
                .isZero();
    }

    private String home() {
        return directory.resolve("home").toString();
    }

    private Map<String, String> environment(BothWires model) {
        Map<String, String> all = new HashMap<>(model.environment(WIRE));
        all.put("DEFT_HOME", home());
        return all;
    }

    private Reply addTheServer() {
        Json.Obj entry = Json.Obj.EMPTY.with("command", server.toString());
        Json.Obj settings = Json.Obj.EMPTY.with("mcp", Json.Obj.EMPTY.with("clock", entry));
        return calls(
                "write_file",
                args("path", ".aegis/agent.json", "content", JsonText.write(settings)));
    }

    private static List<String> tools(Asked asked) throws Exception {
        Json tools = JsonText.parseObject(asked.body()).find("tools").orElseThrow();
        return ((Json.Arr) tools)
                .items().stream().map(it -> ((Json.Obj) it).text("name").orElseThrow()).toList();
    }

    @Test
    void usesAServerThatItAddedToItsOwnSettings() throws Exception {
        try (var model =
                        BothWires.following(
                                addTheServer(),
                                calls("self_restart", args()),
                                calls("clock_tell_time", args()),
                                says("It is noon, says the clock."));
                var deft =
                        DeftTerminal.start(
                                root, environment(model), "run", "go", "--dialect", "aegis")) {
            deft.await("[r]eject: ");
            assertThat(deft.plain())
                    .contains(".aegis/agent.json is protected")
                    .contains("+{\"mcp\":{\"clock\":{\"command\":");
            deft.type("o\n");
            deft.await("Allow clock_tell_time?");
            deft.type("o\n");
            deft.await("noon, says");
            assertThat(deft.end()).isZero();
            assertThat(tools(model.asked().getFirst())).doesNotContain("clock_tell_time");
            assertThat(tools(model.asked().get(2))).contains("clock_tell_time", "instance_spawn");
            assertThat(model.asked().get(3).lastResults())
                    .singleElement()
                    .asString()
                    .contains("It is noon.");
        }
    }

    /// What the user agreed to is the entry, not a program that the agent may have written.
    @Test
    void startsNoProgramOfTheWorkspaceThatNobodyTrusted() throws Exception {
        server = FakeMcpServer.in(root, "clock", "tell_time");
        try (var model =
                        BothWires.following(
                                addTheServer(), calls("self_restart", args()), says("The end."));
                var deft =
                        DeftTerminal.start(
                                root, environment(model), "run", "go", "--dialect", "aegis")) {
            deft.await("[r]eject: ");
            deft.type("o\n");
            deft.await("The end.");
            assertThat(deft.end()).isZero();
            assertThat(tools(model.asked().getLast())).doesNotContain("clock_tell_time");
        }
    }

    @Test
    void changesNothingWhereNobodyIsAsked() throws Exception {
        try (var model = BothWires.following(addTheServer(), says("The end."));
                var deft =
                        new DeftProcess(
                                root,
                                environment(model),
                                "run",
                                "go",
                                "--dialect",
                                "aegis",
                                "--yes-edits")) {
            assertThat(deft.end()).isEqualTo(3);
            assertThat(model.asked().getLast().lastResults())
                    .singleElement()
                    .asString()
                    .contains(".aegis/agent.json is protected", "Nobody is here to ask");
        }
        assertThat(root.resolve(".aegis/agent.json")).hasContent("{\"fallback\": []}");
    }
}
