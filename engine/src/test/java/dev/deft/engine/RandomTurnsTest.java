package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a model calls, every request the loop makes is one that a provider takes.
class RandomTurnsTest {

    private static final int SESSIONS = 4;
    private static final int ANSWERS = 25;
    private static final List<String> TOOLS =
            List.of("read", "glob", "ls", "write", "edit", "todo", "raed", "", "current_time");
    private static final List<String> ARGUMENTS =
            List.of(
                    "{\"path\":\"a.txt\"}",
                    "{\"path\":\"none.txt\"}",
                    "{\"path\":\"b.txt\",\"content\":\"x\\n\"}",
                    "{\"path\":\"a.txt\",\"old_text\":\"line\",\"new_text\":\"row\"}",
                    "{\"pattern\":\"*\"}",
                    "{\"path\":",
                    "[]",
                    "null",
                    "",
                    "{}",
                    "{\"path\":{\"deep\":[1,2,3]}}");
    private static final List<String> IDS = List.of("c1", "c2", "call_0", "", " ", "c1_2", "ü:1");

    @TempDir Path root;

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Answer answer(Random random, long used) {
        List<Part> parts = new ArrayList<>();
        if (random.nextBoolean()) {
            parts.add(new Part.Text("Let me see."));
        }
        int calls = random.nextInt(5);
        for (int i = 0; i < calls; i++) {
            String id = random.nextInt(3) == 0 ? any(IDS, random) : "id" + random.nextInt(10_000);
            parts.add(new Part.Call(id, any(TOOLS, random), any(ARGUMENTS, random)));
        }
        if (parts.isEmpty()) {
            parts.add(new Part.Text("Nothing."));
        }
        return new Answer(
                new Message.Assistant(parts),
                calls == 0 ? Answer.Stop.DONE : Answer.Stop.CALLS,
                new Usage(used, 10, 0, 0),
                "scripted");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void areAnsweredOneByOneInTheirOrder(long seed) throws IOException {
        var random = new Random(seed);
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(300));
        var limits = ContextLimits.of(15_000, 1_000);
        for (int session = 0; session < SESSIONS; session++) {
            var model = Agents.model();
            for (int i = 0; i < ANSWERS; i++) {
                model.then((prompt, _) ->
                        prompt.tools().isEmpty()
                                ? ScriptedModel.saying("In short: this and that.")
                                : answer(random, chars(prompt) / 4));
            }
            try (AgentSession agent =
                    AgentSession.open(
                            Agents.editing(root, Agents.loop(limits, 10)), model, _ -> {})) {
                for (int i = 0; i < 5; i++) {
                    RunOutcome outcome = agent.run(Message.User.of("Go on, " + i + "."));
                    assertThat(outcome.status())
                            .isNotIn(RunOutcome.Status.FAILED, RunOutcome.Status.ABORTED);
                }
            }
            model.prompts().forEach(RandomTurnsTest::assertItIsWellFormed);
        }
    }

    private static int chars(Prompt prompt) {
        return prompt.system().toString().length()
                + prompt.tools().toString().length()
                + prompt.messages().toString().length();
    }

    private static void assertItIsWellFormed(Prompt prompt) {
        List<Message> messages = prompt.messages();
        assertThat(messages.getFirst()).isInstanceOf(Message.User.class);
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i) instanceof Message.Results) {
                assertThat(messages.get(i - 1)).isInstanceOf(Message.Assistant.class);
            }
            if (messages.get(i) instanceof Message.Assistant said && !said.calls().isEmpty()) {
                List<String> ids = said.calls().stream().map(Part.Call::callId).toList();
                assertThat(ids).noneMatch(String::isBlank);
                assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
                assertThat(((Message.Results) messages.get(i + 1)).results())
                        .extracting(Message.CallResult::callId)
                        .isEqualTo(ids);
            }
        }
    }
}
