package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Progress;
import dev.deft.host.Question;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls that a gate allows in look mode.
class LookModeTest {

    @TempDir Path directory;

    private final List<Mode> ran = new ArrayList<>();
    private final List<Approver.Request> asked = new ArrayList<>();
    private final List<Approval> stored = new ArrayList<>();
    private final List<Gates.Decision> decided = new ArrayList<>();
    private final List<String> rules = new ArrayList<>(List.of("allow bash npm test *"));
    private Optional<LookModeFailure> failure = Optional.empty();

    private Verdict look() {
        return new Verdict.Look("Looking is fine.", new Verdict.Ask("Really?", rules, stored::add));
    }

    private final CallJournal journal =
            new CallJournal() {
                @Override
                public Intent intent(ToolCall call, PreparedCall<?> prepared) {
                    return Intent.DURABLE;
                }

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {
                    decided.add(decision);
                }

                @Override
                public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
            };

    private Approver approver(Approval answer) {
        return new Approver() {
            @Override
            public Approval approve(Request request) {
                asked.add(request);
                return answer;
            }

            @Override
            public List<List<String>> answer(String callId, List<Question> questions) {
                return List.of();
            }
        };
    }

    /// Asks about calls in full mode only.
    private final Gate careful =
            new Gate() {
                @Override
                public String name() {
                    return "protected";
                }

                @Override
                public Verdict judge(PreparedCall<?> call) {
                    if (call.mode() == Mode.FULL && denies) {
                        return new Verdict.Deny(ErrorCode.CAPABILITY_DENIED, "Never in full.");
                    }
                    return call.mode() == Mode.LOOK || harmless
                            ? new Verdict.Allow("Nothing lasts.")
                            : new Verdict.Ask(
                                    "It changes what runs later.",
                                    List.of(),
                                    Verdict.AnswerStore.NONE);
                }
            };

    private boolean harmless = true;
    private boolean denies;

    @Test
    void isJudgedByEveryGateAgainBeforeItRunsInFullMode() {
        harmless = false;
        failure = Optional.of(new LookModeFailure("Read-only file system", true));

        run(approver(Approval.ONCE));

        assertThat(ran).containsExactly(Mode.LOOK, Mode.FULL);
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst().reasons()).anyMatch(it -> it.contains("what runs later"));
    }

    private Envelope run(Approver approver) {
        var registry = new ToolRegistry();
        registry.register(FixtureTool.of((params, _) -> FixtureTool.echo(params)));
        var gate =
                new Gate() {
                    @Override
                    public String name() {
                        return "rules";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) {
                        return look();
                    }
                };
        return new ToolRunner(
                        PipelineParts.of(
                                new LockedDialect(registry),
                                new Gates(List.of(gate, careful), approver),
                                new LookingHosts(),
                                journal))
                .run(FixturePipeline.call("done"));
    }

    /// Records the mode of each host, and reports the look mode failure of the test.
    private final class LookingHosts implements HostFactory {

        private final TestHosts hosts = new TestHosts(directory);

        @Override
        public WorkspaceFiles pathResolver() {
            return hosts.pathResolver();
        }

        @Override
        public CallHost open(PreparedCall<?> call, Progress progress) throws IOException {
            ran.add(call.mode());
            CallHost host = hosts.open(call, progress);
            return (CallHost)
                    Proxy.newProxyInstance(
                            CallHost.class.getClassLoader(),
                            new Class<?>[] {CallHost.class},
                            (_, method, arguments) ->
                                    method.getName().equals("lookModeFailure")
                                            ? (call.mode() == Mode.LOOK
                                                    ? failure
                                                    : Optional.empty())
                                            : method.invoke(host, arguments));
        }
    }

    private static ToolResult.Output output(Envelope envelope) {
        return (ToolResult.Output) envelope.result();
    }

    @Test
    void passesTheModeToTheHostTheJournalAndTheMetadata() {
        Envelope envelope = run(Approver.HEADLESS);

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(decided).extracting(Gates.Decision::mode).containsExactly(Mode.LOOK);
        assertThat(output(envelope).text()).isEqualTo("done");
        assertThat(EnvelopeJson.write(envelope).find("metadata"))
                .hasValueSatisfying(
                        it -> assertThat(((Json.Obj) it).text("mode")).contains("look"));
    }

    @Test
    void namesTheRuleThatWouldAllowFullModeInAHeadlessRun() {
        failure = Optional.of(new LookModeFailure("touch: a: Read-only file system", true));

        Envelope envelope = run(Approver.HEADLESS);

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(output(envelope).text())
                .isEqualTo(
                        "done\n[This ran in look mode, where nothing can be written, reached or signalled; if it needs that, say so:"
                                + " `allow bash npm test *` would let it run, as --allow of deft run or in a policy.]");
    }

    @Test
    void offersTheApproverToRunItInFullMode() {
        failure = Optional.of(new LookModeFailure("touch: a: Read-only file system", true));

        Envelope envelope = run(approver(Approval.SESSION));

        assertThat(ran).containsExactly(Mode.LOOK, Mode.FULL);
        assertThat(asked)
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.rules()).containsExactly("allow bash npm test *");
                    assertThat(it.reasons())
                            .containsExactly(
                                    "In look mode, where nothing it does lasts, it failed: touch: a: Read-only file system."
                                            + " To run it in full: Really?");
                });
        assertThat(stored).containsExactly(Approval.SESSION);
        assertThat(decided).extracting(Gates.Decision::mode).containsExactly(Mode.LOOK, Mode.FULL);
        assertThat(output(envelope).text()).isEqualTo("done");
        assertThat(output(envelope).metadata()).doesNotContainKey("mode");
    }

    @Test
    void keepsTheResultWhenTheApproverRejectsFullMode() {
        failure = Optional.of(new LookModeFailure("connect: Network is unreachable", true));

        Envelope envelope = run(approver(Approval.REJECT));

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(stored).isEmpty();
        assertThat(output(envelope).text()).startsWith("done\n[").endsWith("said no.]");
    }

    @Test
    void doesNotAskAboutACallThatDidNotFail() {
        failure = Optional.of(new LookModeFailure("it mentions EROFS", false));

        Envelope envelope = run(approver(Approval.ONCE));

        assertThat(asked).isEmpty();
        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(output(envelope).text()).contains("This ran in look mode");
    }

    private static final String LOOK_MODE =
            "done\n[This ran in look mode, where nothing can be written, reached or signalled; ";

    @Test
    void isNotRunInFullModeIfAGateDeniesThat() {
        denies = true;
        failure = Optional.of(new LookModeFailure("Read-only file system", true));

        Envelope envelope = run(approver(Approval.ONCE));

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(asked).isEmpty();
        assertThat(output(envelope).text())
                .isEqualTo(LOOK_MODE + "full mode is denied: Never in full.]");
        assertThat(decided).hasSize(2);
        assertThat(decided.getLast().denied())
                .contains(ToolResult.failure(ErrorCode.CAPABILITY_DENIED, "Never in full."));
    }

    @Test
    void saysThatTheApproverRejectedFullMode() {
        failure = Optional.of(new LookModeFailure("Read-only file system", true));

        assertThat(output(run(approver(Approval.REJECT))).text())
                .isEqualTo(LOOK_MODE + "the user was asked to let it run in full and said no.]");
    }

    @Test
    void reportsARequestThatAnAbsentApproverMissed() {
        failure = Optional.of(new LookModeFailure("Read-only file system", true));
        List<Approver.Request> missed = new ArrayList<>();
        var absent =
                new Approver() {
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
                };

        run(absent);

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(missed)
                .singleElement()
                .satisfies(it -> assertThat(it.rules()).containsExactly("allow bash npm test *"));
    }

    @Test
    void namesNoRuleIfThereIsNone() {
        rules.clear();
        failure = Optional.of(new LookModeFailure("Read-only file system", true));

        assertThat(output(run(Approver.HEADLESS)).text())
                .isEqualTo(LOOK_MODE + "if it needs that, say so: the user can run it.]");
    }

    @Test
    void namesThreeRulesAndTheNumberOfTheOthers() {
        failure = Optional.of(new LookModeFailure("Read-only file system", true));
        rules.clear();
        rules.addAll(List.of("allow a", "allow b", "allow c", "allow a"));

        assertThat(output(run(Approver.HEADLESS)).text())
                .contains("say so: `allow a`, `allow b`, `allow c` would let it run");

        rules.addAll(List.of("allow d", "allow e"));

        assertThat(output(run(Approver.HEADLESS)).text())
                .contains("say so: `allow a`, `allow b`, `allow c` and 2 more would let it run");
    }
}
