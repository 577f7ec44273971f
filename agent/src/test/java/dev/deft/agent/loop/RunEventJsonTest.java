package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.run.Approver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RunEventJsonTest {

    private static final Json.Obj ARGUMENTS = Json.Obj.EMPTY.with("path", "a.txt");

    private static String json(RunEvent event) {
        return JsonText.write(RunEventJson.write(event)).replace('"', '\'');
    }

    private static RunOutcome outcome(OptionalDouble cost, Optional<String> error) {
        return new RunOutcome(
                Status.LIMIT,
                "Said.",
                "s1",
                3,
                new Usage(1, 2, 3, 4),
                cost,
                List.of("a.txt", "b.txt"),
                error);
    }

    @Test
    void writesAttachmentsOfARunAndReadsThem() {
        var picture = new RunOutcome.Attachment("/w/answer-1-1.png", "image/png", 70);
        var plain = RunOutcome.failed("s1", "No.");
        var outcome =
                new RunOutcome(
                        plain.status(),
                        plain.text(),
                        plain.sessionId(),
                        plain.steps(),
                        plain.usage(),
                        plain.cost(),
                        plain.filesChanged(),
                        plain.error(),
                        List.of(picture));
        assertThat(RunEventJson.outcome(RunEventJson.result(outcome))).isEqualTo(outcome);
        assertThat(RunEventJson.result(plain).find("attachments")).isEmpty();
        assertThat(RunEventJson.write(new RunEvent.Attached(picture)).toString())
                .isEqualTo(
                        "{\"type\":\"attachment\",\"path\":\"/w/answer-1-1.png\",\"mime_type\":\"image/png\",\"bytes\":70}");
    }

    @Test
    void hasTheBeginningOfARun() {
        assertThat(json(new RunEvent.Session("s1", "m", "a", List.of("read", "edit"))))
                .isEqualTo(
                        "{'type':'session','session_id':'s1','model':'m','agent':'a','tools':['read','edit']}");
    }

    @Test
    void hasTextAndReasoning() {
        assertThat(json(new RunEvent.Text("Hi"))).isEqualTo("{'type':'text','delta':'Hi'}");
        assertThat(json(new RunEvent.Reasoning("Hm")))
                .isEqualTo("{'type':'reasoning','delta':'Hm'}");
    }

    @Test
    void hasCallsAndResults() {
        assertThat(json(new RunEvent.ToolCall("c1", "read", ARGUMENTS)))
                .isEqualTo("{'type':'tool_call','id':'c1','tool':'read','args':{'path':'a.txt'}}");
        assertThat(json(new RunEvent.ToolResult("c1", "read", true, "Title", ARGUMENTS)))
                .isEqualTo("{'type':'tool_result','id':'c1','result':{'path':'a.txt'}}");
    }

    @Test
    void hasTitleAndMetadataOfProgressOnlyWherePresent() {
        assertThat(
                        json(
                                new RunEvent.ToolProgress(
                                        "c1", "half way", Optional.empty(), Json.Obj.EMPTY)))
                .isEqualTo("{'type':'tool_progress','id':'c1','text':'half way'}");
        assertThat(
                        json(
                                new RunEvent.ToolProgress(
                                        "c1",
                                        "",
                                        Optional.of("Copying"),
                                        Json.Obj.EMPTY.with("done", Json.Num.of(2)))))
                .isEqualTo(
                        "{'type':'tool_progress','id':'c1','text':'','title':'Copying','metadata':{'done':2}}");
    }

    @Test
    void hasWhatIsAsked() {
        var request =
                new Approver.Request(
                        "c1",
                        "write",
                        ARGUMENTS,
                        List.of("No rule."),
                        List.of("allow fs.write a.txt"),
                        Optional.empty());
        assertThat(json(new RunEvent.ApprovalRequested(request, false)))
                .isEqualTo(
                        "{'type':'ask','id':'c1','tool':'write','args':{'path':'a.txt'},'reasons':['No"
                                + " rule.'],'rules':['allow fs.write a.txt']}");
        assertThat(json(new RunEvent.QuestionsAsked("c2", Json.Arr.ofTexts(List.of("Which?")))))
                .isEqualTo("{'type':'ask','id':'c2','questions':['Which?']}");
    }

    @Test
    void hasWhatElseHappens() {
        assertThat(json(new RunEvent.TokenUsage(new Usage(1, 2, 3, 4), "m")))
                .isEqualTo(
                        "{'type':'usage','input_tokens':1,'output_tokens':2,'cache_read':3,'cache_write':4,'model':'m'}");
        assertThat(json(new RunEvent.TokenUsage(new Usage(1, 2, 0, 0, true), "m")))
                .contains("'cache_write':0,'estimated':true,'model':'m'");
        assertThat(json(new RunEvent.Compacted("All.")))
                .isEqualTo("{'type':'compaction','summary':'All.'}");
        assertThat(json(new RunEvent.Retry(2, Duration.ofMillis(1500), "Busy.")))
                .isEqualTo("{'type':'retry','attempt':2,'pause_ms':1500,'reason':'Busy.'}");
        assertThat(json(new RunEvent.Warning("Careful.")))
                .isEqualTo("{'type':'warning','text':'Careful.'}");
    }

    @Test
    void hasTheResultWithStepsAndItsSynonym() {
        assertThat(json(new RunEvent.Ended(outcome(OptionalDouble.of(0.25), Optional.of("Why.")))))
                .isEqualTo(
                        "{'type':'result','status':'limit','text':'Said.','session_id':'s1','steps':3,'turns':3,"
                                + "'usage':{'input_tokens':1,'output_tokens':2,'cache_read':3,'cache_write':4,'cost_usd':0.25},"
                                + "'files_changed':['a.txt','b.txt'],'error':'Why.'}");
        assertThat(json(new RunEvent.Ended(outcome(OptionalDouble.empty(), Optional.empty()))))
                .contains("'cost_usd':null}")
                .doesNotContain("error");
    }

    @Test
    void writesCostsToAMillionthWithoutAnExponent() {
        for (String[] each :
                new String[][] {
                    {"0.00000049", "0"},
                    {"0.0000005", "0.000001"},
                    {"1E-5", "0.00001"},
                    {"1200", "1200"}
                }) {
            double cost = Double.parseDouble(each[0]);
            assertThat(json(new RunEvent.Ended(outcome(OptionalDouble.of(cost), Optional.empty()))))
                    .contains("'cost_usd':" + each[1] + "}");
        }
    }

    @Test
    void readsTheResultItWrites() {
        for (RunOutcome it :
                List.of(
                        outcome(OptionalDouble.of(0.25), Optional.of("Why.")),
                        outcome(OptionalDouble.empty(), Optional.empty()),
                        new RunOutcome(
                                Status.DONE,
                                "",
                                "s2",
                                0,
                                new Usage(5, 0, 0, 0, true),
                                OptionalDouble.of(0),
                                List.of(),
                                Optional.empty()))) {
            assertThat(RunEventJson.outcome(RunEventJson.result(it))).isEqualTo(it);
        }
    }

    @Test
    void readsResultsOfOlderVersionsAndOfOthers() throws JsonSyntaxException {
        assertThat(
                        RunEventJson.outcome(
                                        JsonText.parseObject("{\"status\":\"done\",\"turns\":7}"))
                                .steps())
                .isEqualTo(7);
        assertThat(
                        RunEventJson.outcome(
                                JsonText.parseObject(
                                        "{\"status\":\"unknown\",\"usage\":1,\"files_changed\":[1,\"a\"],\"steps\":\"x\"}")))
                .isEqualTo(
                        new RunOutcome(
                                Status.FAILED,
                                "",
                                "",
                                0,
                                Usage.NONE,
                                OptionalDouble.empty(),
                                List.of("", "a"),
                                Optional.empty()));
    }
}
