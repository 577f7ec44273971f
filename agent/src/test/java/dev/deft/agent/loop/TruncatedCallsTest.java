package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruncatedCallsTest {

    private static final Part.Call WHOLE = new Part.Call("c1", "echo", "{\"text\":\"x\"}");

    private static Answer answer(Answer.Stop stop, Part... parts) {
        return FakeModel.answer(stop, FakeModel.USAGE, parts);
    }

    private static Part.Call last(String arguments) {
        return new Part.Call("c2", "write", arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"text\":\"on a", "", "{}", "\"on a\"", "[1]"})
    void isTheLastCallWhenItsArgumentsAreNotWhole(String arguments) {
        var text = new Part.Text("I write.");
        Answer given = answer(Answer.Stop.LENGTH, text, WHOLE, last(arguments));

        TruncatedCalls cut = TruncatedCalls.of(given, 100);

        assertThat(cut)
                .isEqualTo(
                        new TruncatedCalls(
                                answer(Answer.Stop.LENGTH, text, WHOLE, last("{}")),
                                Optional.of("c2"),
                                "write",
                                100));
        assertThat(cut.isTruncated(last(arguments))).isTrue();
        assertThat(cut.isTruncated(WHOLE)).isFalse();
        assertThat(cut.message()).contains("cut at 100 tokens");
    }

    @Test
    void isNoneWhenTheLastCallIsWhole() {
        Answer given = answer(Answer.Stop.LENGTH, last("{\"text\":"), WHOLE);

        assertThat(TruncatedCalls.of(given, 100))
                .isEqualTo(new TruncatedCalls(given, Optional.empty(), "", 100));
        assertThat(TruncatedCalls.of(given, 100).isTruncated(WHOLE)).isFalse();
    }

    @Test
    void isNoneWhenTheAnswerWasNotCut() {
        Answer given = answer(Answer.Stop.CALLS, last("{\"text\":"));

        assertThat(TruncatedCalls.of(given, 100).call()).isEmpty();
    }

    @Test
    void isNoneWithoutCalls() {
        Answer given = answer(Answer.Stop.LENGTH, new Part.Text("On and"));

        assertThat(TruncatedCalls.of(given, 100).answer()).isEqualTo(given);
    }
}
