package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pictures of a model's answers are attachments of the run.
class AnswerPicturesTest {

    private static final Part.Media PICTURE = new Part.Media("image/png", Bytes.of("PNG"));

    @TempDir Path root;

    private final List<String> saved = new ArrayList<>();

    private final RunFiles files =
            new RunFiles() {

                @Override
                public List<String> since(int turn) {
                    return List.of();
                }

                @Override
                public Optional<String> save(String name, Part.Media picture) {
                    saved.add(name);
                    return Optional.of("/pictures/" + name);
                }
            };

    @Test
    void areSavedShownKeptAndSentBack() throws IOException {
        try (LoopFixture agent = new LoopFixture(root).changing(files)) {
            agent.model
                    .replies((_, _) -> FakeModel.answer(Answer.Stop.DONE, FakeModel.USAGE, PICTURE))
                    .says("A dot.");
            RunOutcome drawn = agent.run("draw a dot");

            assertThat(drawn.status()).isEqualTo(RunOutcome.Status.DONE);
            assertThat(saved).singleElement().asString().matches("answer-\\d+-1\\.png");
            var attached =
                    new RunOutcome.Attachment("/pictures/" + saved.getFirst(), "image/png", 3);
            assertThat(drawn.attachments()).containsExactly(attached);
            assertThat(agent.events).contains(new RunEvent.Attached(attached));

            assertThat(agent.run("what is it?").attachments()).isEmpty();
            assertThat(agent.model.prompts().getLast().messages())
                    .contains(new Message.Assistant(List.of(PICTURE)));
        }
    }
}
