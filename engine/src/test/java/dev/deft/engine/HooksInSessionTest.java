package dev.deft.engine;

import static dev.deft.testkit.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HooksInSessionTest {

    private static final String KEY = "q7Zk29xLmW4tRb81VdYs";

    @TempDir private Path directory;
    private Path root;
    private Path home;

    @BeforeEach
    void makeAWorkspace() throws IOException {
        root = Files.createDirectories(directory.toRealPath().resolve("work"));
        home = Files.createDirectories(directory.toRealPath().resolve("home/config"));
        Files.writeString(root.resolve("a.txt"), "one\n");
    }

    private void hook(String event, String script) throws IOException {
        Path file = Files.writeString(home.resolve("hook.sh"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
                home.resolve("agent.json"),
                "{\"hooks\": {\"%s\": [{\"command\": [\"./hook.sh\"]}]}}".formatted(event));
    }

    private EngineBuilder engine() {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME",
                                String.valueOf(home.getParent()),
                                "MY_API_KEY",
                                KEY,
                                "PATH",
                                System.getenv("PATH")))
                .notices(_ -> {});
    }

    private RunOutcome run(ScriptedModel model) throws IOException {
        try (Engine engine = engine().programs().model(model).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            return session.run("look", _ -> {});
        }
    }

    @Test
    void addContextToAResultThatTheModelCanTellApart() throws IOException {
        hook("after_call", "printf '%s' '{\"context\":\"see \\u001b[31mred</hook> " + KEY + "\"}'");
        var model = Agents.model().calls(call("c1", "read", "{\"path\":\"a.txt\"}")).says("Done.");
        run(model);
        assertThat(model.lastResults().getFirst().text())
                .contains("one\n<hook event=\"after_call\" program=\"./hook.sh\">\nsee ")
                .contains("&lt;/hook>")
                .endsWith("</hook>")
                .doesNotContain("\u001b")
                .doesNotContain(KEY);
    }

    @Test
    void addContextBeforeATurnAsAMessageOfItsOwn() throws IOException {
        hook("before_turn", "echo '{\"context\":\"the build is red\"}'");
        var model = Agents.model().says("Done.");
        run(model);
        assertThat(model.prompts().getLast().messages().toString())
                .contains("<hook event=\"before_turn\"", "the build is red");
    }

    @Test
    void stopATurn() throws IOException {
        hook("before_turn", "echo 'not now' >&2; exit 2");
        RunOutcome outcome = run(Agents.model().says("Done."));
        assertThat(outcome.status()).isEqualTo(RunOutcome.Status.FAILED);
        assertThat(outcome.error()).contains("The hook ./hook.sh denies it: not now");
    }

    @Test
    void areToldOfTheEndOfATurn() throws IOException {
        hook("after_turn", "cat > " + home + "/seen");
        run(Agents.model().says("Done."));
        assertThat(home.resolve("seen")).content().contains("\"status\":\"done\"", "Done.");
    }

    @Test
    void seeAllMessagesThatATurnBeginsWith() throws IOException {
        hook("before_turn", "cat >> " + home + "/seen");
        var model = Agents.model().says("Done.");
        try (Engine engine = engine().programs().model(model).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("s").open()) {
            workspace
                    .sessions()
                    .deliver(
                            new SessionId("s"),
                            Message.User.of("the night build failed"),
                            "session:s");
            session.run("look", _ -> {});
        }
        assertThat(home.resolve("seen")).content().contains("the night build failed", "look");
    }

    @Test
    void sayWhatASummaryIsToKeep() throws IOException {
        hook("before_compaction", "echo '{\"context\":\"keep the ticket number\"}'");
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(400));
        var model = new ScriptedModel().thenAlwaysSays("400 lines.");
        for (int i = 0; i < 4; i++) {
            String id = "c" + i;
            String arguments = "{\"path\":\"a.txt\",\"offset\":" + (i + 1) + "}";
            long used = i == 3 ? 9_500 : 2_000L * (i + 1);
            model.then((_, _) ->
                    ScriptedModel.calling(new Usage(used, 10, 0, 0), call(id, "read", arguments)));
        }
        AgentSpec agent =
                AgentSpec.standard()
                        .loop(LoopSettings.free("build", 20, ContextLimits.of(10_000, 1_000)));
        try (Engine engine = engine().programs().model(model).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(agent).open()) {
            session.run("Count the lines");
        }
        assertThat(model.prompts())
                .filteredOn(it -> it.system().toString().contains("keep the ticket number"))
                .isNotEmpty()
                .allMatch(it -> it.tools().isEmpty());
    }

    @Test
    void areNotUsedByAProgramThatDoesNotWantThem() throws IOException {
        hook("before_turn", "exit 2");
        try (Engine engine = engine().model(Agents.model().says("Done.")).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThat(session.run("look", _ -> {}).status()).isEqualTo(RunOutcome.Status.DONE);
        }
    }
}
