package dev.deft.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ContextTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final List<String> warnings = new ArrayList<>();
    private int entries;

    private final Context context =
            new Context(
                    new ContextLimits(1_000_000, 1_000, OptionalInt.of(1_000), OptionalInt.empty()),
                    new Silent(),
                    new Context.Recorder() {
                        @Override
                        public void record(Entry.Summary summary, Answer answer) {}

                        @Override
                        public void warn(String text) {
                            warnings.add(text);
                        }
                    },
                    0,
                    List.of());

    private Instant next() {
        return START.plusSeconds(++entries);
    }

    private void called(String id, int printed) {
        context.addStep(
                new Message.Assistant(List.of(new Part.Call(id, "bash", "{}"))),
                List.of(new Message.CallResult(id, "x".repeat(printed), List.of(), false)),
                next(),
                Usage.NONE);
    }

    /// A model that is never to be asked.
    private static final class Silent implements Model {

        @Override
        public String name() {
            return "test/silent";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) throws ModelException {
            throw new ModelException(ModelException.Kind.UNREACHABLE, "not asked for");
        }

        @Override
        public void close() {}
    }

    @Test
    void doesNotForgetWhatWasAskedWhereOneOutputIsLargerThanTheWindow() throws Exception {
        context.addUserMessage(Message.User.of("Mend the parser."), next());
        called("c1", 900);
        called("c2", 1_200);
        for (int round = 0; round < 3; round++) {
            context.fit();
            assertThat(context.messages().getFirst())
                    .isInstanceOfSatisfying(
                            Message.User.class,
                            it ->
                                    assertThat(MessageSizes.text(it.parts()))
                                            .contains("Mend the parser."));
        }
        called("c3", 10);
        context.fit();
        assertThat(context.messages().getFirst()).isInstanceOf(Message.User.class);
        assertThat(warnings).isEmpty();
    }
}
