package dev.deft.testkit;

import static dev.deft.testkit.DeftAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedModelTest {

    private static Prompt prompt(Message... messages) {
        return new Prompt(
                List.of("You are a test."),
                List.of(messages),
                List.of(Json.Obj.of(Map.of("name", "read"))),
                100,
                Prompt.Sampling.UNSET);
    }

    private static Answer ask(ScriptedModel model, Prompt prompt) throws Exception {
        return model.ask(prompt, AnswerListener.NONE);
    }

    @Test
    void answersInTheOrderOfItsScript() throws Exception {
        try (var model =
                new ScriptedModel()
                        .calls("read", Map.of("path", "a.txt", "limit", 3))
                        .calls(ScriptedModel.call("c9", "ls", "{\"path\":"))
                        .says("Read.")) {
            Prompt prompt = prompt(Message.User.of("read it"));
            Answer first = ask(model, prompt);
            assertThat(first.stop()).isEqualTo(Answer.Stop.CALLS);
            assertThat(first.message().calls())
                    .singleElement()
                    .satisfies(it -> {
                        assertThat(it.callId()).isEqualTo("call_1");
                        assertThat(it.argumentsJson())
                                .isEqualTo(Json.Obj.of(Map.of("limit", 3, "path", "a.txt")));
                    });
            assertThat(ask(model, prompt).message().calls())
                    .containsExactly(new Part.Call("c9", "ls", "{\"path\":"));
            assertThat(model.remaining()).isEqualTo(1);
            assertThat(ask(model, prompt)).isEqualTo(ScriptedModel.saying("Read."));
            assertThat(model.prompts()).containsExactly(prompt, prompt, prompt);
        }
    }

    @Test
    void tellsTheListenerWhatItSays() throws Exception {
        var heard = new ArrayList<String>();
        try (var model = new ScriptedModel().says("Hello.")) {
            var listener =
                    new AnswerListener() {
                        @Override
                        public void text(String delta) {
                            heard.add(delta);
                        }
                    };
            assertThat(model.ask(prompt(), listener).usage()).isEqualTo(new Usage(100, 10, 0, 0));
        }
        assertThat(heard).containsExactly("Hello.");
    }

    @Test
    void failsAsAProviderDoes() {
        try (var model =
                new ScriptedModel().fails("gone").fails(ModelException.Kind.DENIED, "no key")) {
            assertThatThrownBy(() -> ask(model, prompt()))
                    .isInstanceOfSatisfying(
                            ModelException.class,
                            it -> {
                                assertThat(it).hasMessage("gone");
                                assertThat(it.kind()).isEqualTo(ModelException.Kind.UNREACHABLE);
                            });
            assertThatThrownBy(() -> ask(model, prompt()))
                    .isInstanceOfSatisfying(
                            ModelException.class,
                            it -> assertThat(it.kind()).isEqualTo(ModelException.Kind.DENIED));
        }
    }

    @Test
    void failsTheTestWhenItIsAskedTooOften() throws Exception {
        try (var model = new ScriptedModel().says("Done.")) {
            ask(model, prompt());
            assertThatThrownBy(() -> ask(model, prompt(Message.User.of("go on"))))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith(
                            "The script has 1 answers, and the model was asked 2 times.")
                    .hasMessageContaining("go on");
        }
    }

    @Test
    void goesOnSayingTheSameWhereATestWantsIt() throws Exception {
        try (var model = new ScriptedModel().says("First.").thenAlwaysSays("More.")) {
            assertThat(ask(model, prompt()).message().text()).isEqualTo("First.");
            assertThat(ask(model, prompt()).message().text()).isEqualTo("More.");
            assertThat(ask(model, prompt()).message().text()).isEqualTo("More.");
        }
    }

    @Test
    void knowsWhatItWasTold() throws Exception {
        var result = new Message.CallResult("call_1", "3 lines", List.of(), false);
        try (var model = new ScriptedModel().says("One.").says("Two.")) {
            assertThat(model.lastResults()).isEmpty();
            ask(model, prompt(Message.User.of("count")));
            assertThat(model.lastResults()).isEmpty();
            ask(model, prompt(Message.User.of("count"), new Message.Results(List.of(result))));
            assertThat(model.lastResults()).containsExactly(result);
            assertThat(model)
                    .wasAsked(2)
                    .wasAskedToTheEnd()
                    .wasOffered("read")
                    .wasNotOffered("bash")
                    .wasTold("You are a test.")
                    .wasTold("3 lines");
        }
    }

    @Test
    void saysWhatWasExpectedOfItsPrompts() throws Exception {
        try (var model = new ScriptedModel().says("One.").says("Two.")) {
            assertThatThrownBy(() -> assertThat(model).wasOffered("read"))
                    .hasMessage("Expected a request, but there was none");
            ask(model, prompt(Message.User.of("count")));
            assertThatThrownBy(() -> assertThat(model).wasAskedToTheEnd())
                    .hasMessage(
                            "Expected the script to be used up, but 1 answers are left after 1 requests");
            assertThatThrownBy(() -> assertThat(model).wasAsked(2))
                    .hasMessage("Expected 2 requests, but there were 1");
            assertThatThrownBy(() -> assertThat(model).wasOffered("bash"))
                    .hasMessage("Expected the last prompt to offer bash, but it does not");
            assertThatThrownBy(() -> assertThat(model).wasNotOffered("read"))
                    .hasMessage("Expected the last prompt not to offer read, but it does");
            assertThatThrownBy(() -> assertThat(model).wasTold("sum"))
                    .hasMessage("Expected the last prompt to contain \"sum\", but it does not");
        }
    }
}
