package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.BudgetLimits;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an agent and its sub-agents share: budgets, results and files.
class SubAgentTreeTest {

    private final TaskModels models = new TaskModels();

    @TempDir Path root;

    @BeforeEach
    void aFile() throws IOException {
        Files.writeString(root.resolve("notes.txt"), "one\ntwo\n");
    }

    private RunOutcome run(BudgetLimits budget, String message) throws IOException {
        AgentSpec agent = AgentSpec.trusted();
        Map<String, String> environment =
                Map.of(
                        "DEFT_HOME",
                        root.resolve(".home").toString(),
                        "PATH",
                        System.getenv("PATH"));
        try (Engine engine = Engine.builder().environment(environment).model(models).build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(agent.loop(agent.loop().within(20, budget)))
                                .id("main")
                                .open()) {
            return session.run(message);
        }
    }

    private static Map<String, Object> task(String prompt) {
        return Map.of("subagent_type", "general", "prompt", prompt);
    }

    /// An answer with a call that takes 110 tokens.
    private static ScriptedModel.ScriptedStep calling(String tool, Map<String, Object> arguments) {
        Part.Call call = ScriptedModel.call("c", tool, JsonText.write(Json.Obj.of(arguments)));
        return (_, _) -> ScriptedModel.calling(new Usage(100, 10, 0, 0), call);
    }

    private static Map<String, Object> read() {
        return Map.of("path", "notes.txt");
    }

    private static List<String> results(ScriptedModel model) {
        return model.prompts().getLast().messages().stream()
                .filter(Message.Results.class::isInstance)
                .flatMap(it -> ((Message.Results) it).results().stream())
                .map(Message.CallResult::text)
                .toList()
                .reversed();
    }

    @Test
    void countTheirTokensTogether() throws IOException {
        models.on("go").then(calling("task", task("part"))).says("never");
        models.on("part").then(calling("read", read())).then(calling("read", read())).says("never");

        RunOutcome outcome = run(BudgetLimits.NONE.withTokens(300), "go");

        assertThat(outcome.status()).isEqualTo(RunOutcome.Status.LIMIT);
        assertThat(outcome.error().orElse("")).startsWith("The budget of 300 tokens");
        assertThat(models.on("go").prompts()).hasSize(1);
        assertThat(models.on("part").prompts()).hasSize(2);
        assertThat(models.on("part").prompts().getLast().messages().toString())
                .as("the sub-agent is told")
                .contains("80 of 300 tokens left");
    }

    @Test
    void countTheirCallsTogether() throws IOException {
        models.on("go").calls("task", task("part")).says("Enough.");
        models.on("part").calls("read", read()).calls("read", read()).says("Half of it.");

        RunOutcome outcome = run(BudgetLimits.NONE.withCalls(2), "go");

        assertThat(outcome.status()).isEqualTo(RunOutcome.Status.DONE);
        assertThat(results(models.on("part")).getFirst())
                .startsWith("The budget of 2 tool calls of this run is spent");
        assertThat(results(models.on("go")).getFirst()).isEqualTo("Half of it.");
    }

    @Test
    void handOverALongAnswerByItsName() throws IOException {
        String answer = "word ".repeat(100_000);
        models.on("go")
                .calls("task", task("part"))
                .calls("write", Map.of("path", "out.txt", "content", "ref:task-1"))
                .says("Written.");
        models.on("part").says(answer);

        assertThat(run(BudgetLimits.NONE, "go").text()).isEqualTo("Written.");
        assertThat(root.resolve("out.txt")).content().isEqualToIgnoringWhitespace(answer);
    }

    @Test
    void handOverAResultOfTheSubAgent() throws IOException {
        String content = "line\n".repeat(60_000);
        Files.writeString(root.resolve("large.txt"), content);
        models.on("go")
                .calls("task", task("part"))
                .calls("write", Map.of("path", "out.txt", "content", "ref:task-1"))
                .says("Written.");
        models.on("part").calls("bash", Map.of("command", "cat large.txt")).says("ref:bash-1");

        assertThat(run(BudgetLimits.NONE, "go").text()).isEqualTo("Written.");
        assertThat(root.resolve("out.txt")).content().isEqualTo(content);
    }

    @Test
    void tellEachOtherWhoChangedAFile() throws IOException {
        models.on("go")
                .calls("read", read())
                .calls("task", task("part"))
                .calls("edit", Map.of("path", "notes.txt", "old_text", "one", "new_text", "1"))
                .says("Done.");
        models.on("part")
                .calls("edit", Map.of("path", "notes.txt", "old_text", "two", "new_text", "2"))
                .says("Done too.");

        run(BudgetLimits.NONE, "go");

        assertThat(results(models.on("go")).getFirst())
                .contains("agent general in session ", " changed notes.txt after you last read it");
        assertThat(root.resolve("notes.txt")).content().isEqualTo("1\n2\n");
    }
}
