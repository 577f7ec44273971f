package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Usage;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How full the window is, and compaction by hand.
class SessionContextTest {

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.writeString(root.resolve("AGENTS.md"), "Always test.\n");
        Files.writeString(root.resolve("a.txt"), "a line\n".repeat(200));
    }

    private Engine engine(ScriptedModel model) throws IOException {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME", directory.resolve("home").toString(),
                                "PATH", System.getenv("PATH")))
                .model(model)
                .notices(_ -> {})
                .build();
    }

    private static Answer counted(String text, Usage usage) {
        Answer said = ScriptedModel.saying(text);
        return new Answer(said.message(), said.stop(), usage, said.model());
    }

    private static long tokens(ContextUse use, ContextUse.Kind kind) {
        return use.shares().stream()
                .filter(it -> it.kind() == kind)
                .mapToLong(ContextUse.Share::tokens)
                .sum();
    }

    @Test
    void saysWhatTheNextRequestWouldHold() throws Exception {
        var model =
                new ScriptedModel()
                        .then((_, _) ->
                                ScriptedModel.calling(
                                        Usage.NONE,
                                        ScriptedModel.call("c1", "read", "{\"path\":\"a.txt\"}")))
                        .then((_, _) -> counted("Read.", Usage.NONE));
        List<Long> seen = new ArrayList<>();
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("s").open()) {
            ContextUse empty = session.context();
            assertThat(empty.reported()).isZero();
            assertThat(empty.window()).isEqualTo(200_000);
            assertThat(empty.compactsAt()).isBetween(100_000, 199_999);
            assertThat(empty.shares())
                    .extracting(ContextUse.Share::name)
                    .contains("agent", "instructions", "environment", "tools")
                    .doesNotContain("user", "summary");
            assertThat(empty.shares().stream().mapToLong(ContextUse.Share::tokens).sum())
                    .isEqualTo(empty.tokens());

            session.run(
                    "Read it.",
                    it -> {
                        if (it instanceof RunEvent.TokenUsage) {
                            seen.add(context(session).tokens());
                        }
                    });

            ContextUse after = session.context();
            assertThat(tokens(after, ContextUse.Kind.RESULTS)).isGreaterThan(200);
            assertThat(tokens(after, ContextUse.Kind.USER)).isPositive();
            assertThat(tokens(after, ContextUse.Kind.ASSISTANT)).isPositive();
            assertThat(after.tokens()).isGreaterThan(empty.tokens());
            assertThat(after.free()).isEqualTo(200_000 - after.tokens());
            assertThat(seen).hasSize(2);
        }
    }

    private static ContextUse context(Session session) {
        try {
            return session.context();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void countsAsTheProviderDidAndEstimatesOnlyWhatCameSince() throws Exception {
        var model =
                new ScriptedModel().then((_, _) -> counted("Hello.", new Usage(49_990, 10, 0, 0)));
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("s").open()) {
            session.run("Hi.");

            ContextUse use = session.context();
            assertThat(use.reported()).isEqualTo(50_000);
            assertThat(use.estimated()).isZero();
            assertThat(use.percent()).isEqualTo(25);
        }
    }

    @Test
    void sumsUpOnRequestAndKeepsWhatTheUserAskedFor() throws Exception {
        var model =
                new ScriptedModel()
                        .says("First answer. " + "y".repeat(20_000))
                        .says("Second answer.")
                        .says("Third answer.")
                        .says("They spoke of fish.")
                        .says("Fourth answer.");
        List<RunEvent> events = new ArrayList<>();
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("s").open()) {
            session.run("first question");
            session.run("second question");
            session.run("third question");

            CompactionOutcome outcome = session.compact("the names of all fish", events::add);

            assertThat(outcome).isInstanceOf(CompactionOutcome.Compacted.class);
            var compacted = (CompactionOutcome.Compacted) outcome;
            assertThat(compacted.summary()).contains("They spoke of fish.");
            assertThat(compacted.after()).isLessThan(compacted.before());
            assertThat(model.prompts().get(3).system().toString())
                    .contains("the names of all fish");
            assertThat(events).anyMatch(RunEvent.Compacted.class::isInstance);
            assertThat(tokens(session.context(), ContextUse.Kind.SUMMARY)).isPositive();
            session.run("fourth question");
        }
        assertThat(model.prompts().getLast().messages().toString())
                .contains("They spoke of fish.", "second question", "fourth question")
                .doesNotContain("First answer.");
    }

    @Test
    void saysThatThereIsNothingToSumUp() throws Exception {
        var model = new ScriptedModel().says("First answer.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("s").open()) {
            assertThat(session.compact("", _ -> {}))
                    .isInstanceOf(CompactionOutcome.NothingToDo.class);
            session.run("question");
            assertThat(session.compact("", _ -> {}))
                    .isInstanceOf(CompactionOutcome.NothingToDo.class);
        }
        assertThat(model.prompts()).hasSize(1);
    }

    @Test
    void tellsOfAFailureAndKeepsTheConversation() throws Exception {
        var model =
                new ScriptedModel()
                        .says("First answer.")
                        .says("Second answer.")
                        .says("Third answer.")
                        .fails("the provider is down")
                        .says("Fourth answer.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("s").open()) {
            session.run("first");
            session.run("second");
            session.run("third");

            assertThat(session.compact("", _ -> {}))
                    .isInstanceOfSatisfying(
                            CompactionOutcome.Failed.class,
                            it -> assertThat(it.why()).contains("the provider is down"));
            session.run("fourth");
        }
        assertThat(model.prompts().getLast().messages().toString())
                .contains("First answer.", "Third answer.");
    }

    @Test
    void needsAModel() throws Exception {
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of("DEFT_HOME", directory.resolve("home").toString()))
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThatThrownBy(session::context).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> session.compact("", _ -> {}))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
