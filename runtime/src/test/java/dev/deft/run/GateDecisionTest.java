package dev.deft.run;

import static dev.deft.run.FixturePipeline.OPEN;
import static dev.deft.run.FixturePipeline.call;
import static dev.deft.run.FixturePipeline.code;
import static dev.deft.run.FixturePipeline.gate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The decisions of the gates and the approver about calls.
class GateDecisionTest {

    private static final Verdict.Ask ASK =
            new Verdict.Ask("Really?", List.of("allow fixture *"), Verdict.AnswerStore.NONE);

    @TempDir private Path directory;

    private final List<Approver.Request> asked = new ArrayList<>();
    private final List<Approver.Request> missed = new ArrayList<>();
    private final List<Gates.Decision> recorded = new ArrayList<>();
    private final List<String> ran = new ArrayList<>();

    private final CallJournal journal =
            new CallJournal() {
                @Override
                public Intent intent(ToolCall call, PreparedCall<?> prepared) {
                    return Intent.DURABLE;
                }

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {
                    recorded.add(decision);
                }

                @Override
                public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
            };

    private Envelope run(Approver approver, Gate... gates) {
        return runner(approver, gates).run(call("a"));
    }

    private ToolRunner runner(Approver approver, Gate... gates) {
        return new FixturePipeline(directory)
                .runner(
                        FixtureTool.of((params, _) -> {
                            ran.add(params.text());
                            return FixtureTool.echo(params);
                        }),
                        new Gates(List.of(gates), approver),
                        journal);
    }

    private Approver answering(Approval answer) {
        return request -> {
            asked.add(request);
            return answer;
        };
    }

    /// An approver that cannot be asked and records what it missed.
    private final class Absent implements Approver {

        @Override
        public boolean present() {
            return false;
        }

        @Override
        public void missed(Request request) {
            missed.add(request);
        }

        @Override
        public Approval approve(Request request) {
            throw new AssertionError("an absent approver is never asked");
        }
    }

    private static Approver.Request request(List<String> reasons, List<String> rules) {
        return new Approver.Request(
                "c1",
                "fixture",
                Json.Obj.EMPTY.with("text", "a"),
                reasons,
                rules,
                Optional.empty());
    }

    @Test
    void theFirstDenialDecidesAndTheApproverIsNotAsked() {
        var asks = gate(ASK);
        var denies = gate(new Verdict.Deny(ErrorCode.CAPABILITY_DENIED, "first"));
        var later = gate(new Verdict.Deny(ErrorCode.PERMISSION_DENIED, "second"));

        assertThat(run(answering(Approval.ONCE), asks, denies, later).result())
                .isEqualTo(ToolResult.failure(ErrorCode.CAPABILITY_DENIED, "first"));
        assertThat(asked).isEmpty();
        assertThat(ran).isEmpty();
        assertThat(recorded)
                .singleElement()
                .satisfies(it -> assertThat(it.verdicts()).hasSize(2))
                .satisfies(it -> assertThat(it.answer()).isEmpty());
    }

    @Test
    void theApproverGetsTheQuestionsOfAllGatesInOneRequest() {
        var other = new Verdict.Ask("Sure?", List.of("allow b"), Verdict.AnswerStore.NONE);

        assertThat(run(answering(Approval.ONCE), gate(ASK), gate(other)).failed()).isFalse();
        assertThat(asked)
                .containsExactly(
                        request(
                                List.of("Really?", "Sure?"),
                                List.of("allow fixture *", "allow b")));
        assertThat(recorded)
                .singleElement()
                .satisfies(it -> assertThat(it.answer()).contains(Approval.ONCE))
                .satisfies(it -> assertThat(it.denied()).isEmpty());
    }

    @Test
    void aRejectionIsRecordedAndNotStored() {
        List<Approval> stored = new ArrayList<>();
        var ask = new Verdict.Ask("Really?", List.of(), stored::add);

        Envelope envelope = run(answering(Approval.REJECT), gate(ask));

        assertThat(envelope.result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.PERMISSION_DENIED,
                                "The user said no to this call. Ask what they want instead, or do it another way."));
        assertThat(stored).isEmpty();
        assertThat(ran).isEmpty();
        assertThat(recorded)
                .singleElement()
                .satisfies(it -> assertThat(it.answer()).contains(Approval.REJECT));
    }

    @Test
    void aCallDoesNotRunIfItsAnswerCannotBeStored() {
        var ask =
                new Verdict.Ask(
                        "Really?",
                        List.of(),
                        _ -> {
                            throw new IOException("disk full");
                        });

        assertThat(run(answering(Approval.PROJECT), gate(ask)).result())
                .isEqualTo(ToolResult.failure(ErrorCode.IO_ERROR, "disk full"));
        assertThat(ran).isEmpty();
    }

    @Test
    void aRejectionTellsTheModelWhatTheUserSays() {
        assertThat(run(answering(Approval.reject(" Use the other file. ")), gate(ASK)).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.PERMISSION_DENIED,
                                "The user rejected this call and says: Use the other file."));
        assertThat(ran).isEmpty();
    }

    @Test
    void aRuleOfTheUserThatNoGateCanStoreDeniesTheCall() {
        Approval written = Approval.session(List.of("allow * **"));
        var each = new Verdict.Ask("Really?", List.of(), Verdict.AnswerStore.NONE);

        assertThat(run(answering(written), gate(each)).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.PERMISSION_DENIED,
                                "The user allowed this call with a rule that cannot be stored, so it did not run."
                                        + " This call is asked about each time; no rule changes that."
                                        + " Make the call again if it is still needed."));
        assertThat(ran).isEmpty();
    }

    @Test
    void anAbsentApproverLearnsWhatItMissedAndTheCallIsDenied() {
        Envelope envelope = run(new Absent(), gate(ASK));

        assertThat(envelope.result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.PERMISSION_DENIED,
                                "Really? Nobody is here to ask, so it is denied; do it another way or say what you would need."));
        assertThat(missed).containsExactly(request(List.of("Really?"), List.of("allow fixture *")));
        assertThat(ran).isEmpty();
    }

    @Test
    void theHeadlessApproverRejectsRequestsAndAnswersNoQuestions() throws Exception {
        assertThat(Approver.HEADLESS.present()).isFalse();
        assertThat(Approver.HEADLESS.approve(request(List.of(), List.of())))
                .isEqualTo(Approval.REJECT);
        assertThatThrownBy(() -> Approver.HEADLESS.answer("c1", List.of()))
                .isInstanceOf(HostException.class)
                .hasMessage(Approver.HEADLESS_ANSWER);
    }

    @Test
    void aRequestForListenersHasNoSecrets() {
        var mask = new SecretMask(Map.of("MY_PASSWORD", "correct-horse-battery"), _ -> false);
        var request =
                new Approver.Request(
                        "c1",
                        "bash",
                        Json.Obj.EMPTY.with("command", "login correct-horse-battery"),
                        List.of("No rule allows login correct-horse-battery."),
                        List.of("allow bash login correct-horse-battery"),
                        Optional.of("sends correct-horse-battery"));

        assertThat(request.masked(mask))
                .isEqualTo(
                        new Approver.Request(
                                "c1",
                                "bash",
                                Json.Obj.EMPTY.with("command", "login " + SecretMask.MASK),
                                List.of("No rule allows login " + SecretMask.MASK + "."),
                                List.of("allow bash login " + SecretMask.MASK),
                                Optional.of("sends " + SecretMask.MASK)));
    }

    @Test
    void anApproverThatCannotBeReachedMakesTheCallFail() {
        Approver unreachable =
                _ -> {
                    throw new IOException("the editor is gone");
                };

        assertThat(run(unreachable, gate(ASK)).result())
                .isEqualTo(ToolResult.failure(ErrorCode.IO_ERROR, "the editor is gone"));
        assertThat(ran).isEmpty();
    }

    @Test
    void aDecisionThatCannotBeRecordedStopsTheCall() {
        CallJournal full =
                new CallJournal() {
                    @Override
                    public Intent intent(ToolCall call, PreparedCall<?> prepared) {
                        return Intent.DURABLE;
                    }

                    @Override
                    public void decision(ToolCall call, Gates.Decision decision)
                            throws IOException {
                        throw new IOException("disk full");
                    }

                    @Override
                    public void result(
                            ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
                };
        var runner =
                new FixturePipeline(directory)
                        .runner(
                                FixtureTool.of((params, _) -> {
                                    ran.add(params.text());
                                    return FixtureTool.echo(params);
                                }),
                                OPEN,
                                full);

        assertThat(code(runner.run(call("a")))).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(ran).isEmpty();
    }

    @Test
    void gatesAfterOneThatAllowsOnlyLookModeJudgeInLookMode() {
        List<Mode> judgedIn = new ArrayList<>();
        Gate look = gate(new Verdict.Look("Looking is fine.", ASK));
        Gate records =
                new Gate() {
                    @Override
                    public String name() {
                        return "records";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) {
                        judgedIn.add(call.mode());
                        return new Verdict.Allow("fine");
                    }

                    @Override
                    public List<Detail> details(PreparedCall<?> call) {
                        return List.of(new Detail("part", "allow", call.mode().wire()));
                    }
                };

        run(Approver.HEADLESS, records, look, records);
        assertThat(judgedIn).containsExactly(Mode.FULL, Mode.LOOK);

        judgedIn.clear();
        ToolRunner.Explained explained =
                runner(Approver.HEADLESS, records, look, records).explain(call("a"));
        assertThat(judgedIn).containsExactly(Mode.FULL, Mode.LOOK);
        assertThat(explained.verdicts())
                .extracting(Gates.GateVerdict::details)
                .containsExactly(
                        List.of(new Gate.Detail("part", "allow", "full")),
                        List.of(),
                        List.of(new Gate.Detail("part", "allow", "look")));
    }

    @Test
    void anExplanationHasTheVerdictOfEveryGateAndAsksNobody() {
        ToolRunner runner =
                runner(
                        answering(Approval.ONCE),
                        gate(new Verdict.Deny(ErrorCode.PERMISSION_DENIED, "no")),
                        gate(ASK),
                        gate(new Verdict.Allow("yes")));

        ToolRunner.Explained explained = runner.explain(call("a"));

        assertThat(explained.verdicts())
                .extracting(it -> it.verdict().says())
                .containsExactly("deny", "ask", "allow");
        assertThat(explained.rejected()).isEmpty();
        assertThat(asked).isEmpty();
        assertThat(ran).isEmpty();
    }

    @Test
    void anExplanationSaysWhyACallDoesNotReachTheGates() {
        ToolRunner runner = runner(Approver.HEADLESS, gate(ASK));

        assertThat(runner.explain(ToolCall.of("1", "nobody", "{}")))
                .isEqualTo(
                        new ToolRunner.Explained(
                                List.of(),
                                Optional.of(
                                        ToolResult.failure(
                                                ErrorCode.UNKNOWN_TOOL,
                                                "There is no tool \"nobody\". The nearest are: fixture."))));
        assertThat(runner.explain(ToolCall.of("1", "fixture", "[]")).rejected())
                .contains(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for fixture: the arguments are an array; expected an object."));
    }
}
