package dev.deft.engine;

import static dev.deft.testkit.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentContextTest {

    private static final ContextLimits TIGHT = ContextLimits.of(10_000, 1_000);

    @TempDir Path root;

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    private RunOutcome run(ScriptedModel model, String message) throws IOException {
        try (AgentSession session =
                AgentSession.open(
                        Agents.editing(root, Agents.loop(TIGHT, LoopSettings.MAX_STEPS)),
                        model,
                        events::add)) {
            return session.run(Message.User.of(message));
        }
    }

    /// A model whose fourth answer fills the room it has.
    private ScriptedModel fillingItsRoom() throws IOException {
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(400));
        var model = Agents.model();
        for (int i = 0; i < 4; i++) {
            String id = "c" + i;
            String arguments = "{\"path\":\"a.txt\",\"offset\":" + (i + 1) + "}";
            long used = i == 3 ? 9_500 : 2_000L * (i + 1);
            model.then((_, _) ->
                    ScriptedModel.calling(new Usage(used, 10, 0, 0), call(id, "read", arguments)));
        }
        return model;
    }

    @Test
    void sumsUpWhatNoLongerFitsAndKeepsTheGoal() throws IOException {
        ScriptedModel model = fillingItsRoom();
        model.then((prompt, _) -> {
            assertThat(prompt.tools()).isEmpty();
            return ScriptedModel.saying("Goal: count the lines. Next step: say the number.");
        });
        model.says("400 lines.");
        RunOutcome outcome = run(model, "count the lines of a.txt, please");
        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.usage())
                .as("the summary is paid for too")
                .isEqualTo(
                        events.stream()
                                .filter(RunEvent.TokenUsage.class::isInstance)
                                .map(it -> ((RunEvent.TokenUsage) it).usage())
                                .reduce(Usage.NONE, Usage::plus));
        Prompt last = model.prompts().getLast();
        assertThat(((Message.User) last.messages().getFirst()).parts().getFirst().toString())
                .contains("Context summary")
                .contains("Next step: say the number")
                .contains("count the lines of a.txt, please");
        assertThat(last.messages()).hasSizeLessThan(8);
        assertThat(events).anyMatch(RunEvent.Compacted.class::isInstance);
        String log = Files.readString(root.resolve(".deft/sessions/test.jsonl"));
        assertThat(log).contains("\"role\":\"compaction\"").contains("\"covers_through_ts\"");

        var later = Agents.model().says("As I said.");
        run(later, "sure?");
        assertThat(later.prompts()).hasSize(1);
        assertThat(later.prompts().getFirst().messages().getFirst())
                .isEqualTo(last.messages().getFirst());
    }

    @Test
    void makesRoomWithoutASummaryWhereNoneIsToBeHad() throws IOException {
        ScriptedModel model = fillingItsRoom();
        model.then((_, _) -> {
            throw new ModelException(ModelException.Kind.UNREACHABLE, "it is gone");
        });
        model.says("400 lines.");
        RunOutcome outcome = run(model, "count the lines");
        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(events)
                .filteredOn(RunEvent.Warning.class::isInstance)
                .anyMatch(it -> ((RunEvent.Warning) it).text().contains("it is gone"));
    }
}
