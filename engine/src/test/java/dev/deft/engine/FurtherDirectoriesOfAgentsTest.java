package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What agents and their sub-agents know of directories outside the root, and may do there.
class FurtherDirectoriesOfAgentsTest extends SubAgentFixture {

    @TempDir Path elsewhere;
    private Path lib;

    @BeforeEach
    void makeDirectory() throws IOException {
        lib = Files.createDirectories(elsewhere.toRealPath().resolve("lib"));
        Files.writeString(lib.resolve("lib.txt"), "the answer is 43\n");
    }

    private String in(String path) {
        return lib.resolve(path).toString();
    }

    @Test
    void thePromptNamesThemAndTheOutcomeNamesWhatChanged() throws IOException {
        models.on("go").calls("write", Map.of("path", in("new.txt"), "content", "x")).says("done");

        RunOutcome outcome = run(AgentSpec.trusted(), "go", session -> session.directories(lib));

        assertThat(models.on("go").prompts().getFirst().system().toString())
                .contains("- Further directories: %s (name files there".formatted(lib))
                .contains("the workspace and the further directories only");
        assertThat(outcome.filesChanged()).containsExactly(in("new.txt"));
    }

    @Test
    void withoutThemThePromptSaysNothing() throws IOException {
        models.on("go").says("done");

        run(AgentSpec.trusted(), "go");

        assertThat(models.on("go").prompts().getFirst().system().toString())
                .doesNotContain("urther director");
    }

    @Test
    void aSubAgentHasThoseOfItsParentUnderTheRulesOfItsParent() throws IOException {
        models.on("go").calls("task", task("general", "work there")).says("done");
        models.on("work there")
                .calls("read", Map.of("path", in("lib.txt")))
                .calls("write", Map.of("path", in("new.txt"), "content", "x"))
                .calls("write", Map.of("path", in("closed/a.txt"), "content", "x"))
                .calls("bash", Map.of("command", "cat " + in("lib.txt")))
                .says("over");

        RunOutcome outcome =
                run(
                        AgentSpec.trusted().deny("fs.write", lib + "/closed/**"),
                        "go",
                        session -> session.directories(lib));

        assertThat(lib.resolve("new.txt")).hasContent("x");
        assertThat(lib.resolve("closed")).doesNotExist();
        assertThat(outcome.filesChanged()).containsExactly(in("new.txt"));
        assertThat(models.on("work there").prompts().getLast().toString())
                .contains("the answer is 43");
    }

    @Test
    void aSubAgentOfAParentWithoutThemHasNone() throws IOException {
        models.on("go").calls("task", task("general", "work there")).says("done");
        models.on("work there").calls("read", Map.of("path", in("lib.txt"))).says("over");

        run(AgentSpec.trusted(), "go");

        assertThat(results(models.on("work there")).getFirst())
                .contains("leads outside the workspace");
    }

    @Test
    void anAgentThatIsRestrictedToAPartOfTheRootHasNone() throws IOException {
        Files.createDirectories(root.resolve("part"));
        models.on("go")
                .calls("read", Map.of("path", in("lib.txt")))
                .calls("bash", Map.of("command", "cat " + in("lib.txt")))
                .says("done");

        run(AgentSpec.trusted().roots("part"), "go", session -> session.directories(lib));

        assertThat(models.on("go").prompts().getLast().toString())
                .doesNotContain("the answer is 43")
                .doesNotContain("urther director");
    }
}
