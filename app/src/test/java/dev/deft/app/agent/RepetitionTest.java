package dev.deft.app.agent;

import static dev.deft.app.agent.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.guard.PolicyFile;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Person;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepetitionTest {

    @TempDir Path root;

    /// Runs rounds of calls and tells which of them were refused, in their order.
    ///
    /// @param rounds one letter for each call
    private List<Boolean> refused(String... rounds) throws IOException {
        var model = new ScriptedModel();
        for (String round : rounds) {
            model.calls(calls(round));
        }
        try (AgentSession session = open(model, Person.NOBODY)) {
            session.run(Message.User.of("what time is it?"));
        }
        return refusals(model);
    }

    private static Part.Call[] calls(String letters) {
        return IntStream.range(0, letters.length())
                .mapToObj(i ->
                        call(
                                "c" + i,
                                "current_time",
                                "{\"timezone\":\"Etc/GMT-%d\"}".formatted(letters.charAt(i) - 'A')))
                .toArray(Part.Call[]::new);
    }

    private AgentSession open(ScriptedModel model, Person person) throws IOException {
        return AgentSession.open(
                Agents.setup(
                        root,
                        Agents.loop(ContextLimits.of(200_000, 8_192), LoopSettings.ROUNDS),
                        new AgentSetup.Leave(PolicyFile.read(Json.Obj.EMPTY), List.of(), person)),
                model,
                _ -> {});
    }

    private static List<Boolean> refusals(ScriptedModel model) {
        return results(model).stream().map(Message.CallResult::failed).toList();
    }

    private static List<Message.CallResult> results(ScriptedModel model) {
        return model.asked.getLast().messages().stream()
                .filter(Message.Results.class::isInstance)
                .flatMap(it -> ((Message.Results) it).results().stream())
                .toList();
    }

    @Test
    void refusesTheThirdIdenticalCallAndEachOneAfterIt() throws IOException {
        assertThat(refused("A", "A", "A", "A")).containsExactly(false, false, true, true);
    }

    @Test
    void countsTheCallsOfOneRoundToo() throws IOException {
        assertThat(refused("BAAA", "A", "B"))
                .containsExactly(false, false, false, true, true, false);
    }

    @Test
    void refusesAWholeRoundThatComesForTheThirdTime() throws IOException {
        assertThat(refused("AB", "AB", "AB", "AB"))
                .containsExactly(false, false, false, false, true, true, true, true);
    }

    @Test
    void knowsARoundAgainInAnotherOrder() throws IOException {
        assertThat(refused("ABC", "CBA", "BAC"))
                .containsExactly(false, false, false, false, false, false, true, true, true);
    }

    @Test
    void letsACallComeAgainBesideOthersThatDiffer() throws IOException {
        assertThat(refused("AB", "CB", "DB", "B")).doesNotContain(true);
    }

    @Test
    void beginsToCountAnewAfterAnotherCall() throws IOException {
        assertThat(refused("A", "A", "B", "A", "A", "A"))
                .containsExactly(false, false, false, false, false, true);
    }

    @Test
    void doesNotLookAtHowACallIsSpelled() throws IOException {
        var model =
                new ScriptedModel()
                        .calls(call("c1", "sleep", "{\"duration\":0}"))
                        .calls(call("c2", "Sleep", "{ \"duration\" : 0 }"))
                        .calls(call("c3", "sleep", "{\"duration\":0}\n"));
        try (AgentSession session = open(model, Person.NOBODY)) {
            session.run(Message.User.of("wait"));
        }
        assertThat(refusals(model)).containsExactly(false, false, true);
    }

    @Test
    void beginsToCountAnewWithEachMessage() throws IOException {
        var model = new ScriptedModel();
        try (AgentSession session = open(model, Person.NOBODY)) {
            for (int i = 0; i < 4; i++) {
                model.calls(call("c1", "current_time", "{}")).says("It is late.");
                session.run(Message.User.of("what time is it now?"));
            }
        }
        assertThat(refusals(model)).containsExactly(false, false, false, false);
    }

    @Test
    void tellsTheModelWhyAndThatNobodyCouldBeAsked() throws IOException {
        var model = new ScriptedModel();
        for (int i = 0; i < 3; i++) {
            model.calls(call("c" + i, "current_time", "{}"));
        }
        try (AgentSession session = open(model, Person.NOBODY)) {
            session.run(Message.User.of("what time is it?"));
        }
        assertThat(results(model).getLast().text())
                .contains(
                        "current_time is called with the same arguments for the 3rd time in a row.")
                .contains("Nobody is here to ask");
    }

    @Test
    void asksThePersonWhoIsThereEachTime() throws IOException {
        List<String> reasons = new CopyOnWriteArrayList<>();
        var model = new ScriptedModel();
        for (int i = 0; i < 4; i++) {
            model.calls(calls("AB"));
        }
        try (AgentSession session = open(model, new Willing(reasons))) {
            session.run(Message.User.of("what time is it?"));
        }
        assertThat(refusals(model)).hasSize(8).doesNotContain(true);
        assertThat(reasons)
                .containsExactlyInAnyOrder(
                        "current_time is called with the same arguments for the 3rd time in a row.",
                        "current_time is called with the same arguments for the 3rd time in a row.",
                        "current_time is called with the same arguments for the 4th time in a row.",
                        "current_time is called with the same arguments for the 4th time in a row.");
    }

    /// Says yes, this once, to everything.
    private record Willing(List<String> reasons) implements Person {

        @Override
        public Answer approve(Request request) {
            reasons.addAll(request.reasons());
            return Answer.ONCE;
        }

        @Override
        public List<List<String>> answer(String callId, List<Question> questions) {
            return List.of();
        }
    }
}
