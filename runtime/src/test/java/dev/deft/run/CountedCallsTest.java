package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.guard.CallQuota;
import dev.deft.host.ErrorCode;
import dev.deft.host.Progress;
import dev.deft.host.Question;
import dev.deft.host.WorkspaceFiles;
import dev.deft.policy.ToolLimits;
import dev.deft.policy.ToolLimits.Bounds;
import dev.deft.registry.DialectTool;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which calls count towards the quota of a session.
class CountedCallsTest {

    @TempDir Path directory;

    private final List<Gates.Decision> recorded = new ArrayList<>();
    private final List<Mode> ran = new ArrayList<>();

    private final CallQuota quota =
            new CallQuota(ToolLimits.of(Bounds.NONE, Map.of("fixture", Bounds.NONE.withCalls(1))));

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

    /// Decides by the text of the call.
    private static final Gate FIRST =
            new Gate() {
                @Override
                public String name() {
                    return "first";
                }

                @Override
                public Verdict judge(PreparedCall<?> call) {
                    var ask = new Verdict.Ask("Really?", List.of(), Verdict.AnswerStore.NONE);
                    return switch (((FixtureTool.Params) call.params()).text()) {
                        case "deny" -> new Verdict.Deny(ErrorCode.PERMISSION_DENIED, "No.");
                        case "ask" -> ask;
                        case "look" -> new Verdict.Look("Looking is fine.", ask);
                        default -> new Verdict.Allow("Yes.");
                    };
                }
            };

    private static Approver approver(Approval answer) {
        return new Approver() {
            @Override
            public Approval approve(Request request) {
                return answer;
            }

            @Override
            public List<List<String>> answer(String callId, List<Question> questions) {
                return List.of();
            }
        };
    }

    private ToolRunner runner(Approver approver) {
        var registry = new ToolRegistry();
        registry.register(FixtureTool.of((params, _) -> FixtureTool.echo(params)));
        return new ToolRunner(
                PipelineParts.of(
                        new LockedDialect(registry),
                        new Gates(List.of(FIRST, quota), approver),
                        new LookingHosts(),
                        journal));
    }

    private static String outcome(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Output output
                ? output.text()
                : FixturePipeline.code(envelope).wire();
    }

    @Test
    void aCallThatRanCountsAndTheNextIsDenied() {
        ToolRunner runner = runner(Approver.HEADLESS);

        assertThat(outcome(runner.run(FixturePipeline.call("a")))).isEqualTo("a");
        assertThat(outcome(runner.run(FixturePipeline.call("b")))).isEqualTo("limit_reached");
        assertThat(recorded.getLast().verdicts())
                .extracting(it -> it.gate() + " " + it.verdict().says())
                .containsExactly("first allow", "limits deny");
    }

    @Test
    void aCallThatAGateDeniesDoesNotCount() {
        ToolRunner runner = runner(Approver.HEADLESS);

        assertThat(outcome(runner.run(FixturePipeline.call("deny"))))
                .isEqualTo("permission_denied");
        assertThat(outcome(runner.run(FixturePipeline.call("ask")))).isEqualTo("permission_denied");
        assertThat(outcome(runner.run(FixturePipeline.call("a")))).isEqualTo("a");
    }

    @Test
    void aCallThatTheApproverRejectsDoesNotCount() {
        ToolRunner runner = runner(approver(Approval.REJECT));

        assertThat(outcome(runner.run(FixturePipeline.call("ask")))).isEqualTo("permission_denied");
        assertThat(outcome(runner.run(FixturePipeline.call("a")))).isEqualTo("a");
    }

    @Test
    void aCallThatIsOnlyExplainedDoesNotCount() {
        ToolRunner runner = runner(Approver.HEADLESS);

        assertThat(runner.explain(FixturePipeline.call("a")).verdicts()).hasSize(2);
        assertThat(runner.explain(FixturePipeline.call("a")).verdicts())
                .extracting(it -> it.verdict().says())
                .containsExactly("allow", "allow");
        assertThat(outcome(runner.run(FixturePipeline.call("a")))).isEqualTo("a");
    }

    @Test
    void aCallThatRunsInLookModeAndAgainInFullModeCountsOnce() {
        ToolRunner runner = runner(approver(Approval.ONCE));

        assertThat(outcome(runner.run(FixturePipeline.call("look")))).isEqualTo("look");
        assertThat(ran).containsExactly(Mode.LOOK, Mode.FULL);
        assertThat(outcome(runner.run(FixturePipeline.call("look")))).isEqualTo("limit_reached");
    }

    @Test
    void aCallIsDeniedIfTheQuotaIsUsedUpWhileTheApproverDecides() {
        var runners = new ArrayList<ToolRunner>();
        Approver slow =
                new Approver() {
                    @Override
                    public Approval approve(Request request) {
                        Envelope _ = runners.getFirst().run(FixturePipeline.call("a"));
                        return Approval.ONCE;
                    }

                    @Override
                    public List<List<String>> answer(String callId, List<Question> questions) {
                        return List.of();
                    }
                };
        runners.add(runner(slow));

        assertThat(outcome(runners.getFirst().run(FixturePipeline.call("ask"))))
                .isEqualTo("limit_reached");
        assertThat(recorded.getLast().answer()).contains(Approval.ONCE);
        assertThat(recorded.getLast().verdicts())
                .extracting(it -> it.gate() + " " + it.verdict().says())
                .containsExactly("first ask", "limits deny");
    }

    /// Hosts on which every call fails in look mode.
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
            return call.mode() == Mode.FULL ? host : failing(host);
        }

        private static CallHost failing(CallHost host) {
            return (CallHost)
                    Proxy.newProxyInstance(
                            CallHost.class.getClassLoader(),
                            new Class<?>[] {CallHost.class},
                            (_, method, arguments) ->
                                    method.getName().equals("lookModeFailure")
                                            ? Optional.of(new LookModeFailure("EROFS", true))
                                            : method.invoke(host, arguments));
        }
    }
}
