package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallIdsTest {

    private static Message.Assistant calls(String... ids) {
        return new Message.Assistant(
                Stream.of(ids).<Part>map(it -> new Part.Call(it, "echo", "{}")).toList());
    }

    @Test
    void stayAsTheyAreWhenTheyDiffer() {
        Message.Assistant answer = calls("a", "b", "c");

        assertThat(CallIds.makeUnique(answer)).isSameAs(answer);
    }

    @Test
    void getANumberWhenTheyOccurTwice() {
        assertThat(CallIds.makeUnique(calls("a", "a", "b", "a")))
                .isEqualTo(calls("a", "a_2", "b", "a_3"));
    }

    @Test
    void avoidIdsThatAreTaken() {
        assertThat(CallIds.makeUnique(calls("a", "a", "a_2"))).isEqualTo(calls("a", "a_3", "a_2"));
    }

    @Test
    void areMadeUpWhereTheyAreBlank() {
        assertThat(CallIds.makeUnique(calls("", " ", "call_2")))
                .isEqualTo(calls("call_3", "call_4", "call_2"));
    }

    @Test
    void areMadeUpForASingleCallToo() {
        assertThat(CallIds.makeUnique(calls(""))).isEqualTo(calls("call_2"));
    }

    @Test
    void leaveTextAndThoughtsAlone() {
        var text = new Part.Text("I look.");
        var answer =
                new Message.Assistant(
                        List.of(
                                new Part.Call("a", "echo", "{}"),
                                text,
                                new Part.Call("a", "echo", "{}")));

        assertThat(CallIds.makeUnique(answer).parts())
                .containsExactly(
                        new Part.Call("a", "echo", "{}"), text, new Part.Call("a_2", "echo", "{}"));
    }
}
