package dev.deft.engine.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.ObservedModel;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstRequestTest {

    private final List<String> happened = new ArrayList<>();

    @Test
    void preparesOnceWhenTheRequestIsSent() throws Exception {
        Model model = prepared(this::answerAfterSending);

        ask(model);
        ask(model);

        assertThat(happened).containsExactly("asked", "prepared", "answered", "asked", "answered");
    }

    @Test
    void preparesWithTheFirstPartOfAnAnswerIfNothingTellsThatTheRequestWasSent() throws Exception {
        ask(
                prepared(listener -> {
                    happened.add("asked");
                    listener.text("hello");
                    happened.add("answered");
                    return hello();
                }));

        assertThat(happened).containsExactly("asked", "prepared", "answered");
    }

    @Test
    void tellsOfACallThatBeginsToArrive() throws Exception {
        ask(
                prepared(listener -> {
                    listener.sent();
                    listener.calling("bash");
                    happened.add("answered");
                    return hello();
                }));

        assertThat(happened).containsExactly("prepared", "calling bash", "answered");
    }

    @Test
    void preparesNothingForARequestThatFails() {
        Model model =
                prepared(_ -> {
                    throw new ModelException(ModelException.Kind.DENIED, "the key is wrong");
                });

        assertThat(failure(model)).isEqualTo("the key is wrong");
        assertThat(happened).isEmpty();
    }

    private static String failure(Model model) {
        try {
            ask(model);
            return "";
        } catch (ModelException | InterruptedException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private Answer answerAfterSending(AnswerListener listener) {
        happened.add("asked");
        listener.sent();
        happened.add("answered");
        return hello();
    }

    private static Answer hello() {
        return new Answer(
                new Message.Assistant(List.of(new Part.Text("hello"))),
                Answer.Stop.DONE,
                Usage.NONE,
                "test");
    }

    private static void ask(Model model) throws ModelException, InterruptedException {
        var _ =
                model.ask(
                        new Prompt(List.of(), List.of(), List.of(), 100, Prompt.Sampling.UNSET),
                        AnswerListener.NONE);
    }

    private Model prepared(Asked asked) {
        return ObservedModel.of(
                new FakeModel(asked),
                new FirstRequest(
                        () -> happened.add("prepared"), it -> happened.add("calling " + it)));
    }

    private interface Asked {

        Answer by(AnswerListener listener) throws ModelException;
    }

    private record FakeModel(Asked asked) implements Model {

        @Override
        public String name() {
            return "test/model";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) throws ModelException {
            return asked.by(listener);
        }

        @Override
        public void close() {}
    }
}
