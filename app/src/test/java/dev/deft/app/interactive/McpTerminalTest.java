package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.FakeMcpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// MCP servers in the interactive terminal: their states, prompts, resources and tools, and a
/// server that the agent adds to its own settings.
@Tag("slow")
class McpTerminalTest {

    @TempDir private Path directory;

    private SampleProject project;
    private HeldModel model;

    @BeforeEach
    void start() throws Exception {
        project = SampleProject.trusted(directory);
        model = new HeldModel();
    }

    @AfterEach
    void end() {
        model.close();
    }

    private static String settings(String name, Path program) {
        return JsonText.write(
                Json.Obj.EMPTY.with(
                        "mcp",
                        Json.Obj.EMPTY.with(
                                name, Json.Obj.EMPTY.with("command", program.toString()))));
    }

    @Test
    void showsServersAndTakesTheirPromptsAndResources() throws Exception {
        Path server = FakeMcpServer.in(directory, "notes", "look");
        Path own = Files.createDirectories(project.home().resolve("config")).resolve("agent.json");
        Files.writeString(own, settings("notes", server));
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("/mcp").press("Enter");
            terminal.await("connected: notes 1.2, MCP 2025-11-25, 1 tool");
            terminal.press("q").awaitGone("connected: notes");
            terminal.type("/notes:greet moon").press("Enter");
            HeldAnswer greeting = model.next();
            assertThat(greeting.request()).contains("Say hello to the moon.", "\"notes_look\"");
            greeting.say("Hello, moon.").end();
            terminal.await("Hello, moon.");
            terminal.type("what is in @notes:note://one ?").press("Enter");
            HeldAnswer reading = model.next();
            assertThat(reading.request()).contains("Buy milk.");
            reading.say("Milk.").end();
            terminal.await("Milk.");
        }
    }

    @Test
    void goesOnWithAServerThatTheAgentAddedToItsSettings() throws Exception {
        Path server = FakeMcpServer.in(directory, "clock", "tell_time");
        try (TmuxTerminal terminal = project.start(model).deft("--dialect", "aegis")) {
            terminal.await("build");
            terminal.type("add a clock").press("Enter");
            model.next()
                    .call(
                            "write_file",
                            "path",
                            ".aegis/agent.json",
                            "content",
                            settings("clock", server))
                    .end();
            terminal.await(".aegis/agent.json is protected");
            terminal.answer("y", "is protected");
            model.next().call("self_restart", Json.Obj.EMPTY).end();
            HeldAnswer again = model.next();
            assertThat(again.request()).contains("clock_tell_time").contains("add a clock");
            again.say("The clock is there.").end();
            terminal.await("The clock is there.");
            terminal.type("/mcp").press("Enter");
            terminal.await("connected: clock 1.2");
        }
    }
}
