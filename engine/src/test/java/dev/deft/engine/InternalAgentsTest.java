package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Usage;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agents `title` and `compact` at work.
class InternalAgentsTest {

    private static final LoopSettings.Titles SMALL =
            new LoopSettings.Titles(true, Optional.of("test/small"));

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
    }

    @Test
    void aSessionWithAPersonIsNamedBesideItsFirstRun() throws Exception {
        var named = new CountDownLatch(1);
        var model =
                new ScriptedModel()
                        .then((_, _) -> {
                            assertThat(named.await(20, TimeUnit.SECONDS)).isTrue();
                            return ScriptedModel.saying("Done.");
                        })
                        .says("More.");
        var small = new ScriptedModel().says("\n\"Repair of the cart.\"\n\nSomething else");
        try (Engine engine = engine(model, small);
                Workspace workspace = engine.workspace(root)) {
            try (Session session = session(workspace, SMALL, new Present())) {
                session.run(
                        "Repair the cart",
                        it -> {
                            if (it instanceof RunEvent.TokenUsage) {
                                named.countDown();
                            }
                        });
                session.run("And more");
            }
            assertThat(workspace.sessions().find("").getFirst().title())
                    .isEqualTo("Repair of the cart");
        }
        assertThat(small.prompts()).hasSize(1);
        assertThat(small.prompts().getFirst().tools()).isEmpty();
        assertThat(small.prompts().getFirst().messages().toString()).contains("Repair the cart");
    }

    @Test
    void nobodyIsAskedForATitleUnlessItIsWantedAndSomebodyTakesPart() throws Exception {
        for (LoopSettings.Titles titles : List.of(SMALL, LoopSettings.Titles.NONE)) {
            var small = new ScriptedModel().says("Title");
            var model = new ScriptedModel().says("Done.");
            try (Engine engine = engine(model, small);
                    Workspace workspace = engine.workspace(root);
                    Session session =
                            session(
                                    workspace,
                                    titles,
                                    titles.wanted() ? Approver.HEADLESS : new Present())) {
                session.run("Repair it");
            }
            assertThat(small.prompts()).isEmpty();
        }
    }

    @Test
    void aTitleThatFailsIsAWarning() throws Exception {
        var warned = new CountDownLatch(1);
        var model =
                new ScriptedModel()
                        .then((_, _) -> {
                            assertThat(warned.await(20, TimeUnit.SECONDS)).isTrue();
                            return ScriptedModel.saying("Done.");
                        });
        var small = new ScriptedModel().fails(ModelException.Kind.REFUSED, "no key");
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (Engine engine = engine(model, small);
                Workspace workspace = engine.workspace(root);
                Session session = session(workspace, SMALL, new Present())) {
            assertThat(
                            session.run(
                                            "Repair it",
                                            it -> {
                                                events.add(it);
                                                if (it instanceof RunEvent.Warning) {
                                                    warned.countDown();
                                                }
                                            })
                                    .text())
                    .isEqualTo("Done.");
        }
        assertThat(events).contains(new RunEvent.Warning("The session has no title: no key"));
    }

    @Test
    void theUsersOwnAgentSumsUp() throws Exception {
        Path agents = Files.createDirectories(directory.resolve("home/config/agents"));
        Files.writeString(
                agents.resolve("compact.md"),
                "---\ndescription: Mine.\nmodel: test/small\n---\nSum up in verse.\n");
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(400));
        var model = new ScriptedModel().thenAlwaysSays("400 lines.");
        for (int i = 0; i < 4; i++) {
            String id = "c" + i;
            String arguments = "{\"path\":\"a.txt\",\"offset\":" + (i + 1) + "}";
            long used = i == 3 ? 9_500 : 2_000L * (i + 1);
            model.then((_, _) ->
                    ScriptedModel.calling(
                            new Usage(used, 10, 0, 0), ScriptedModel.call(id, "read", arguments)));
        }
        var small = new ScriptedModel().thenAlwaysSays("A poem.");
        AgentSpec agent =
                AgentSpec.standard()
                        .loop(LoopSettings.free("build", 20, ContextLimits.of(10_000, 1_000)));
        try (Engine engine = engine(model, small);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(agent).id("s").open()) {
            session.run("Count the lines");
        }
        assertThat(small.prompts()).isNotEmpty();
        assertThat(small.prompts().getFirst().system()).containsExactly("Sum up in verse.");
    }

    private Engine engine(ScriptedModel model, ScriptedModel small) throws IOException {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME", directory.resolve("home").toString(),
                                "PATH", System.getenv("PATH")))
                .model(model)
                .models(name -> {
                    assertThat(name).isEqualTo("test/small");
                    return small;
                })
                .notices(_ -> {})
                .build();
    }

    private static Session session(
            Workspace workspace, LoopSettings.Titles titles, Approver approver) throws IOException {
        AgentSpec agent = AgentSpec.standard();
        return workspace
                .session()
                .agent(agent.loop(agent.loop().titled(titles)))
                .approver(approver)
                .open();
    }

    /// Somebody who says no.
    private static final class Present implements Approver {

        @Override
        public Approval approve(Request request) {
            return Approval.REJECT;
        }
    }
}
