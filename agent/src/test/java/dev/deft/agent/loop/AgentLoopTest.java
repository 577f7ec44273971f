package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.USAGE;
import static dev.deft.agent.loop.FakeModel.call;
import static dev.deft.agent.loop.LoopFixture.echo;
import static dev.deft.agent.loop.LoopFixture.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.json.Json;
import dev.deft.policy.BudgetLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLoopTest {

    @TempDir private Path root;

    private LoopFixture agent;
    private FakeModel model;

    @BeforeEach
    void fixture() {
        agent = new LoopFixture(root);
        model = agent.model;
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    private List<String> kinds() {
        return agent.events.stream().map(it -> it.getClass().getSimpleName()).toList();
    }

    @Test
    void runsCallsUntilTheModelMakesNoMore() throws IOException {
        Part.Call first = call("c1", "echo", echo("one"));
        Part.Call second = call("c2", "fail", "{\"message\":\"Not there.\"}");
        model.calls(first, second).says("Done.");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome)
                .isEqualTo(
                        new RunOutcome(
                                Status.DONE,
                                "Done.",
                                "s1",
                                2,
                                new Usage(200, 20, 0, 0),
                                OptionalDouble.of(0.2),
                                List.of(),
                                Optional.empty()));
        assertThat(model.prompts().getLast().messages())
                .containsExactly(
                        Message.User.of("go"),
                        new Message.Assistant(List.of(first, second)),
                        new Message.Results(
                                List.of(
                                        result("c1", "one", false),
                                        result("c2", "Not there.", true))));
    }

    @Test
    void reportsWhatHappensInOrder() throws IOException {
        model.calls(call("c1", "echo", echo("one"))).says("Done.");

        RunOutcome outcome = agent.run("go");

        List<RunEvent> events = agent.events;
        assertThat(events.get(0))
                .isEqualTo(
                        new RunEvent.Session(
                                "s1",
                                FakeModel.NAME,
                                "tester",
                                List.of(
                                        "echo", "guarded", "count", "fail", "look", "watch",
                                        "block", "draw")));
        assertThat(events.get(1)).isEqualTo(new RunEvent.TokenUsage(USAGE, FakeModel.NAME));
        assertThat(events.get(2))
                .isEqualTo(new RunEvent.ToolCall("c1", "echo", Json.Obj.EMPTY.with("text", "one")));
        var result = (RunEvent.ToolResult) events.get(3);
        assertThat(result)
                .isEqualTo(
                        new RunEvent.ToolResult(
                                "c1", "echo", false, "Echoed one", result.result()));
        assertThat(((Json.Obj) result.result()).find("data"))
                .contains(Json.Obj.EMPTY.with("text", "one"));
        assertThat(events.subList(4, 7))
                .containsExactly(
                        new RunEvent.Text("Done."),
                        new RunEvent.TokenUsage(USAGE, FakeModel.NAME),
                        new RunEvent.Ended(outcome));
        assertThat(events).hasSize(7);
    }

    @Test
    void reportsFailedCallsWithTheirMessage() throws IOException {
        model.calls(call("c1", "fail", "{\"message\":\"Not there.\"}")).says("Hm.");

        agent.run("go");

        assertThat(agent.events)
                .filteredOn(RunEvent.ToolResult.class::isInstance)
                .singleElement()
                .satisfies(it -> {
                    var result = (RunEvent.ToolResult) it;
                    assertThat(result.failed()).isTrue();
                    assertThat(result.title()).isEqualTo("Not there.");
                });
    }

    @Test
    void writesEachEntryBeforeItReportsIt() throws IOException {
        model.calls(call("c1", "echo", echo("one"))).says("Done.");

        agent.run("go");

        assertThat(agent.entries().stream().map(it -> it.getClass().getSimpleName()))
                .containsExactly(
                        "User",
                        "Event",
                        "Assistant",
                        "TokenUsage",
                        "Decided",
                        "Called",
                        "Result",
                        "Assistant",
                        "TokenUsage",
                        "Event");
        assertThat(agent.entries().getFirst())
                .isEqualTo(new Entry.User(List.of(new Part.Text("go")), "user"));
    }

    @Test
    void sendsPromptToolsAndSampling() throws IOException {
        var sampling = new Prompt.Sampling(OptionalDouble.of(0.5), OptionalDouble.empty());
        LoopSettings usual = LoopFixture.settings(ContextLimits.of(200_000, 8_192));
        agent.with(
                new LoopSettings(
                        "tester", 10, usual.context(), sampling, BudgetLimits.NONE, usual.price()));
        model.says("Done.");

        agent.run("go");

        Prompt prompt = model.prompts().getFirst();
        assertThat(prompt.system()).containsExactly("You test.", "Here.");
        assertThat(prompt.maxTokens()).isEqualTo(8_192);
        assertThat(prompt.sampling()).isEqualTo(sampling);
        Json.Obj echo = prompt.tools().getFirst();
        assertThat(echo.fields().keySet()).containsExactly("name", "description", "parameters");
        assertThat(echo.text("name")).contains("echo");
        assertThat(echo.text("description")).contains("Is called echo.");
        assertThat(((Json.Obj) echo.find("parameters").orElseThrow()).find("properties"))
                .isPresent();
    }

    @Test
    void answersEveryCallInOrderWhateverIsWrongWithIt() throws IOException {
        model.calls(
                        call("c1", "ecko", "{}"),
                        call("c2", "echo", "{\"text\":"),
                        call("c3", "echo", "{}"),
                        call("c4", "ECHO", echo("loud")),
                        call("c5", "draw", ""))
                .says("I see.");

        agent.run("go");

        List<Message.CallResult> results = model.results();
        assertThat(results)
                .extracting(Message.CallResult::callId)
                .containsExactly("c1", "c2", "c3", "c4", "c5");
        assertThat(results)
                .extracting(Message.CallResult::failed)
                .containsExactly(true, true, true, false, false);
        assertThat(results.getFirst().text()).contains("echo");
        assertThat(results.getLast().images())
                .containsExactly(new Part.Media("image/png", LoopTools.DrawTool.PNG));
    }

    @Test
    void isDeniedWhenTheLastCallsLackedAPermission() throws IOException {
        model.calls(call("c1", "echo", echo("x")), call("c2", "guarded", echo("x")))
                .says("I may not.");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.DENIED);
        assertThat(outcome.text()).isEqualTo("I may not.");
        assertThat(outcome.error()).contains("A permission was needed that nobody gave.");
    }

    @Test
    void isDeniedAlsoWhenTheModelSaysNothingThen() throws IOException {
        model.calls(call("c1", "guarded", echo("x"))).says(" ");

        assertThat(agent.run("go").status()).isEqualTo(Status.DENIED);
    }

    @Test
    void isDoneWhenTheModelFindsAnotherWay() throws IOException {
        model.calls(call("c1", "guarded", echo("x")))
                .calls(call("c2", "echo", echo("x")))
                .says("ok");

        assertThat(agent.run("go").status()).isEqualTo(Status.DONE);
    }

    @Test
    void failsWhenTheModelSaysNothing() throws IOException {
        model.says(" ");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.error().orElse("")).startsWith("The model stopped without");
    }

    @Test
    void failsWhenTheModelRefuses() throws IOException {
        model.replies((_, _) -> FakeModel.answer(Answer.Stop.REFUSED, USAGE, new Part.Text("No.")));

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.text()).isEqualTo("No.");
        assertThat(outcome.error()).contains("The model refused to answer this.");
    }

    @Test
    void stopsAfterItsSteps() throws IOException {
        agent.limitedTo(2, BudgetLimits.NONE);
        model.calls(call("c1", "count", "{}")).calls(call("c2", "count", "{}")).says("Late.");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.LIMIT);
        assertThat(outcome.error().orElse("")).startsWith("Stopped after 2 steps;");
        assertThat(outcome.steps()).isEqualTo(2);
        assertThat(model.prompts()).hasSize(2);
        assertThat(agent.run("go on").text()).as("the next turn").isEqualTo("Late.");
    }

    @Test
    void stopsBeforeTheNextRequestWhenTheBudgetIsSpent() throws IOException {
        agent.limitedTo(10, BudgetLimits.ofUsd(0.2));
        model.calls(call("c1", "count", "{}")).calls(call("c2", "count", "{}")).says("Late.");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.LIMIT);
        assertThat(outcome.error().orElse(""))
                .isEqualTo(
                        "The budget of $0.20 of this run is spent (budget.usd). Continue the"
                                + " session, or allow it more.");
        assertThat(outcome.cost()).as("exactly the budget").hasValue(0.2);
        assertThat(outcome.steps()).isEqualTo(2);
    }

    @Test
    void goesOnWhenTheBudgetIsNotSpentOrThePriceUnknown() throws IOException {
        agent.limitedTo(10, BudgetLimits.ofUsd(0.101));
        model.calls(call("c1", "count", "{}")).says("Done.");
        assertThat(agent.run("go").status()).isEqualTo(Status.DONE);
        agent.close();

        LoopSettings usual = LoopFixture.settings(ContextLimits.of(200_000, 8_192));
        agent.with(
                new LoopSettings(
                        "tester",
                        10,
                        usual.context(),
                        usual.sampling(),
                        BudgetLimits.ofUsd(0.001),
                        _ -> OptionalDouble.empty()));
        model.calls(call("c1", "count", "{}")).says("Done.");
        RunOutcome outcome = agent.run("go");
        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.cost()).isEmpty();
    }

    @Test
    void startsEachRunWithItsBudgetAndSteps() throws IOException {
        agent.limitedTo(1, BudgetLimits.ofUsd(0.1));
        model.says("One.").says("Two.");

        assertThat(agent.run("one").status()).isEqualTo(Status.DONE);
        RunOutcome second = agent.run("two");
        assertThat(second.status()).isEqualTo(Status.DONE);
        assertThat(second.steps()).isEqualTo(1);
        assertThat(second.usage()).isEqualTo(USAGE);
    }

    @Test
    void continuesASessionFromItsLog() throws IOException {
        Part.Call call = call("c1", "echo", echo("one"));
        model.calls(call).says("It says one.");
        agent.run("what?");
        agent.close();
        model.says("As I said.");

        agent.run("again?");

        assertThat(model.prompts().getLast().messages())
                .containsExactly(
                        Message.User.of("what?"),
                        new Message.Assistant(List.of(call)),
                        new Message.Results(List.of(result("c1", "one", false))),
                        new Message.Assistant(List.of(new Part.Text("It says one."))),
                        Message.User.of("again?"));
    }

    @Test
    void listsTheFilesChangedSinceTheTurnBegan() throws IOException {
        agent.changing(turn -> List.of("changed in turn " + turn));
        model.says("One.").says("Two.");

        assertThat(agent.run("one").filesChanged()).containsExactly("changed in turn 1");
        RunOutcome second = agent.run("two");
        assertThat(second.filesChanged()).containsExactly("changed in turn 2");
        assertThat(agent.events.getLast()).isEqualTo(new RunEvent.Ended(second));
    }

    @Test
    void failsWithTheMessageOfTheModel() throws IOException {
        model.calls(call("c1", "echo", echo("one")))
                .fails(new ModelException(ModelException.Kind.DENIED, "The key is wrong."));

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.error()).contains("The key is wrong.");
        assertThat(outcome.steps()).isEqualTo(1);
        assertThat(outcome.usage()).isEqualTo(USAGE);
    }

    @Test
    void failsWhenTheSessionCannotBeWrittenAndStillReportsItsBeginning() throws IOException {
        agent.log().close();

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.error().orElse("")).startsWith("The session could not be written: ");
        assertThat(model.prompts()).isEmpty();
        assertThat(kinds()).containsExactly("Session", "Ended");
    }

    @Test
    void keepsTheLastTextWhenTheModelAddsNone() throws IOException {
        model.replies((_, _) ->
                FakeModel.answer(
                        Answer.Stop.CALLS,
                        USAGE,
                        new Part.Text("I look."),
                        call("c1", "guarded", echo("x"))));
        model.says("");

        assertThat(agent.run("go").text()).isEqualTo("I look.");
    }

    @Test
    void beginsRepetitionAnewWithEachTurn() throws IOException {
        List<Boolean> failed = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            model.calls(call("c" + i, "echo", echo("same"))).says("Done.");
            agent.run("go");
            failed.add(model.results().getLast().failed());
        }
        assertThat(failed).containsExactly(false, false, false, false);
    }
}
