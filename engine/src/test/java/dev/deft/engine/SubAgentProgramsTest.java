package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.testkit.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubAgentProgramsTest {

    @TempDir Path directory;

    @Test
    void aSubAgentHasTheToolsOfTheUserToo() throws Exception {
        Path tools = Files.createDirectories(directory.resolve("home/config/tools"));
        Files.writeString(
                tools.resolve("greet.json"),
                """
                {"description": "Greets.", "parameters": {"type": "object"}, "command": ["true"]}
                """);
        Path root = Files.createDirectories(directory.resolve("root")).toRealPath();
        List<String> notices = new ArrayList<>();
        var model =
                new ScriptedModel()
                        .calls("task", Map.of("subagent_type", "general", "prompt", "look"))
                        .calls("tool_search", Map.of("query", "greet"))
                        .says("Found it.")
                        .says("Done.");
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of(
                                                "DEFT_HOME",
                                                directory.resolve("home").toString(),
                                                "PATH",
                                                System.getenv("PATH")))
                                .programs()
                                .notices(notices::add)
                                .model(model)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThat(session.run("go").text()).isEqualTo("Done.");
        }
        assertThat(model.prompts().get(2).messages().toString()).contains("greet");
        assertThat(notices).isEmpty();
    }
}
