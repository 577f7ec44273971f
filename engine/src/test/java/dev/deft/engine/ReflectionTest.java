package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.testkit.RunRecording;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReflectionTest {

    @TempDir Path directory;
    private Path root;
    private final ScriptedModel model = new ScriptedModel();
    private final RunRecording run = new RunRecording();

    @BeforeEach
    void writeFiles() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.writeString(root.resolve("a.txt"), "one\n");
        Files.createDirectories(root.resolve("memory/facts"));
        Files.createDirectories(root.resolve("memory/episodes"));
        Files.writeString(root.resolve("memory/facts/build.md"), "# Build\nUse make.\n");
        Files.writeString(
                root.resolve("memory/episodes/2026-01.md"),
                "# January\n> Summary: The parser was rewritten.\n\nlong story\n");
    }

    @Test
    void remembersAfterARunThatDidSomething() throws Exception {
        model.calls("read_file", Map.of("path", "a.txt"))
                .says("Read it.")
                .calls(
                        "memory_append",
                        Map.of("path", "facts/build.md", "entry", "Tests run with make test."))
                .says("It went well. I noted how tests run.");

        RunOutcome outcome = run(pegasus(), "look");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.text()).isEqualTo("Read it.");
        assertThat(outcome.steps()).isEqualTo(2);
        assertThat(outcome.usage()).isEqualTo(new Usage(200, 20, 0, 0));
        assertThat(outcome.filesChanged()).isEmpty();
        assertThat(root.resolve("memory/facts/build.md")).content().contains("make test");
        assertThat(run.events().getLast()).isEqualTo(new RunEvent.Ended(outcome));
        assertThat(entries("reflection"))
                .extracting(it -> it.text("assessment").orElse(""), it -> it.find("toolCallsCount"))
                .containsExactly(
                        tuple("It went well. I noted how tests run.", Optional.of(Json.Num.of(1))));
    }

    @Test
    void knowsWhatIsRememberedAndHasFourTools() throws Exception {
        model.calls("read_file", Map.of("path", "a.txt")).says("Read it.").says("Nothing new.");

        run(pegasus(), "look");

        Prompt prompt = model.prompts().getLast();
        assertThat(String.join("\n", prompt.system()))
                .contains("Use make.", "2026-01.md: The parser was rewritten.")
                .doesNotContain("long story");
        assertThat(prompt.tools())
                .extracting(it -> it.text("name").orElse(""))
                .containsExactlyInAnyOrder(
                        "memory_read", "memory_write", "memory_patch", "memory_append");
        assertThat(prompt.messages().toString()).contains("look", "read_file", "Read it.");
    }

    @Test
    void staysOutOfTheConversation() throws Exception {
        model.calls("read_file", Map.of("path", "a.txt"))
                .says("Read it.")
                .says("Nothing to remember.")
                .says("Hello.");
        try (Opened deft = open(pegasus())) {
            deft.run("look");
            deft.run("hello");
        }
        assertThat(model.prompts()).hasSize(4);
        assertThat(model.prompts().getLast().messages().toString())
                .doesNotContain("Nothing to remember.");
    }

    @Test
    void neverTouchesTheRunWhenItFails() throws Exception {
        model.calls("read_file", Map.of("path", "a.txt"))
                .says("Read it.")
                .fails("The provider is down.");

        RunOutcome outcome = run(pegasus(), "look");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.error()).isEmpty();
        assertThat(run.events().getLast()).isEqualTo(new RunEvent.Ended(outcome));
        assertThat(entries("reflection"))
                .extracting(it -> it.text("error").orElse(""))
                .containsExactly("The provider is down.");
    }

    @Test
    void runsNoOtherTool() throws Exception {
        model.calls("read_file", Map.of("path", "a.txt"))
                .says("Read it.")
                .calls("write_file", Map.of("path", "b.txt", "content", "x"))
                .calls("delete_file", Map.of("path", "a.txt"))
                .says("Done.");

        run(pegasus(), "look");

        assertThat(root.resolve("b.txt")).doesNotExist();
        assertThat(root.resolve("a.txt")).exists();
        assertThat(model.prompts().getLast().messages().toString())
                .contains("Only tools that read and write memory");
    }

    @Test
    void endsAfterFiveSteps() throws Exception {
        model.calls("read_file", Map.of("path", "a.txt")).says("Read it.");
        for (int i = 0; i < 5; i++) {
            model.calls("memory_read", Map.of("path", "facts/build.md"));
        }

        assertThat(run(pegasus(), "look").status()).isEqualTo(Status.DONE);

        assertThat(model.prompts()).hasSize(7);
        assertThat(entries("reflection"))
                .extracting(it -> it.text("error").orElse(""))
                .containsExactly("It stopped after 5 steps.");
    }

    @Test
    void leavesOutRunsThatDidNothing() throws Exception {
        model.says("Hello.");

        assertThat(run(pegasus(), "hello").status()).isEqualTo(Status.DONE);
        assertThat(entries("reflection")).isEmpty();
    }

    @Test
    void isOffUnlessTheDialectOrTheSettingsSayOtherwise() throws Exception {
        model.calls("read", Map.of("path", "a.txt")).says("Read it.");
        run(AgentSpec.trusted(), "look");
        assertThat(entries("reflection")).isEmpty();

        AgentSpec reflecting = AgentSpec.trusted();
        model.calls("read", Map.of("path", "a.txt")).says("Read it.").says("Nothing.");
        run(reflecting.loop(reflecting.loop().reflecting(true)), "look");
        assertThat(entries("reflection")).hasSize(1);

        model.calls("read_file", Map.of("path", "a.txt")).says("Read it.");
        run(pegasus().loop(pegasus().loop().reflecting(false)), "look");
        assertThat(entries("reflection")).hasSize(1);
    }

    @Test
    void revisesThePlanAfterAFailedCall() throws Exception {
        model.calls("read_file", Map.of("path", "none.txt"))
                .says(
                        "```json\n{\"verdict\":\"replan\",\"assessment\":\"It is not there.\",\"lessons\":[\"Look first.\"],\"nextFocus\":\"List the files.\"}\n```")
                .says("I looked elsewhere.")
                .says("Goodbye.");
        try (Opened deft = open(pegasus())) {
            assertThat(deft.run("read it").text()).isEqualTo("I looked elsewhere.");
        }
        try (Opened again = open(pegasus())) {
            again.run("bye");
        }

        for (Prompt prompt : model.prompts().subList(2, 4)) {
            assertThat(prompt.messages().toString())
                    .contains("Revise the plan", "Look first.", "Next: List the files.");
        }
        assertThat(entries("verdict"))
                .extracting(it -> it.text("verdict").orElse(""))
                .containsExactly("replan");
    }

    @Test
    void endsTheRunThatCountsAsComplete() throws Exception {
        model.calls("read_file", Map.of("path", "none.txt"))
                .says("{\"verdict\":\"complete\",\"assessment\":\"Nothing is left to do.\"}");

        RunOutcome outcome = run(pegasus(), "read it");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.text()).isEqualTo("Nothing is left to do.");
        assertThat(model.prompts()).hasSize(2);
    }

    @Test
    void goesOnWhateverTheVerdictLooksLike() throws Exception {
        model.calls("read_file", Map.of("path", "none.txt"))
                .says("I would go on.")
                .calls("read_file", Map.of("path", "none2.txt"))
                .fails("The provider is down.")
                .calls("read_file", Map.of("path", "none3.txt"))
                .says("{\"verdict\":\"dance\",\"assessment\":1}")
                .calls("read_file", Map.of("path", "none4.txt"))
                .says("Given up.");

        RunOutcome outcome = run(pegasus(), "read it");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.text()).isEqualTo("Given up.");
        assertThat(entries("verdict"))
                .extracting(it -> it.text("verdict").orElse(""))
                .containsExactly("continue");
    }

    private static AgentSpec pegasus() {
        return AgentSpec.trusted()
                .toolset(new AgentSpec.Toolset(Optional.empty(), "pegasus", Optional.empty()));
    }

    private RunOutcome run(AgentSpec agent, String message) throws IOException {
        try (Opened deft = open(agent)) {
            return deft.run(message);
        }
    }

    private Opened open(AgentSpec agent) throws IOException {
        Engine engine =
                Engine.builder()
                        .environment(Map.of("DEFT_HOME", directory.resolve("home").toString()))
                        .notices(_ -> {})
                        .model(model)
                        .build();
        Workspace workspace = engine.workspace(root);
        return new Opened(
                engine, workspace, workspace.session().agent(agent).id("test").open(), run);
    }

    /// The entries of the log with a role.
    private List<Json.Obj> entries(String role) throws IOException {
        return Files.readAllLines(root.resolve(".deft/sessions/test.jsonl")).stream()
                .map(ReflectionTest::parsed)
                .filter(it -> it.text("role").orElse("").equals(role))
                .toList();
    }

    private static Json.Obj parsed(String line) {
        try {
            return JsonText.parseObject(line);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Opened(Engine engine, Workspace workspace, Session session, RunRecording run)
            implements AutoCloseable {

        RunOutcome run(String message) {
            return session.run(Message.User.of(message), run);
        }

        @Override
        public void close() throws IOException {
            try (engine;
                    workspace;
                    session) {
                // Nothing but the closing.
            }
        }
    }
}
