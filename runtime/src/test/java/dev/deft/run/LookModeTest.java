package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

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

/// What becomes of a call that a gate allows in look mode.
class LookModeTest {

    @TempDir Path directory;

    private final List<Mode> ran = new ArrayList<>();
    private final List<Approver.Request> asked = new ArrayList<>();
    private final List<Approval> kept = new ArrayList<>();
    private final List<Gates.Decision> decided = new ArrayList<>();
    private Optional<LookModeFailure> shortfall = Optional.empty();

    private final Verdict look =
            new Verdict.Look(
                    "Looking is fine.",
                    new Verdict.Ask("Really?", List.of("allow bash npm test *"), kept::add));

    private final CallJournal journal =
            new CallJournal() {
                @Override
                public void intent(ToolCall call, PreparedCall<?> prepared) {}

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {
                    decided.add(decision);
                }

                @Override
                public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
            };

    private Approver person(Approval answer) {
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

    /// Objects only to what lasts.
    private final Gate careful =
            new Gate() {
                @Override
                public String name() {
                    return "protected";
                }

                @Override
                public Verdict judge(PreparedCall<?> call) {
                    return call.mode() == Mode.LOOK || harmless
                            ? new Verdict.Allow("Nothing lasts.")
                            : new Verdict.Ask(
                                    "It changes what runs later.",
                                    List.of(),
                                    Verdict.AnswerStore.NONE);
                }
            };

    private boolean harmless = true;

    @Test
    void isJudgedByEveryGateAgainBeforeItRunsInFull() {
        harmless = false;
        shortfall = Optional.of(new LookModeFailure("Read-only file system", true));

        run(person(Approval.ONCE));

        assertThat(ran).containsExactly(Mode.LOOK, Mode.FULL);
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst().reasons()).anyMatch(it -> it.contains("what runs later"));
    }

    private Envelope run(Approver person) {
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
                        return look;
                    }
                };
        return new ToolRunner(
                        PipelineParts.of(
                                new LockedDialect(registry),
                                new Gates(List.of(gate, careful), person),
                                new LookingHosts(),
                                journal))
                .run(FixturePipeline.call("done"));
    }

    /// Tells in which mode it was opened, and of the shortfall that the test wants.
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
                                                    ? shortfall
                                                    : Optional.empty())
                                            : method.invoke(host, arguments));
        }
    }

    private static ToolResult.Output output(Envelope envelope) {
        return (ToolResult.Output) envelope.result();
    }

    @Test
    void carriesTheModeToTheHostTheJournalAndTheMetadata() {
        Envelope envelope = run(Approver.HEADLESS);

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(decided).extracting(Gates.Decision::mode).containsExactly(Mode.LOOK);
        assertThat(output(envelope).text()).isEqualTo("done");
        assertThat(EnvelopeJson.write(envelope).find("metadata"))
                .hasValueSatisfying(
                        it -> assertThat(((Json.Obj) it).text("mode")).contains("look"));
    }

    @Test
    void tellsWithoutAPersonWhichRuleWouldLetItThrough() {
        shortfall = Optional.of(new LookModeFailure("touch: a: Read-only file system", true));

        Envelope envelope = run(Approver.HEADLESS);

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(output(envelope).text())
                .isEqualTo(
                        "done\n[This ran in look mode, where nothing can be written, reached or signalled; if it needs that, say so:"
                                + " `allow bash npm test *` would let it run, as --allow of deft run or in a policy.]");
    }

    @Test
    void offersAPersonToRunItInFull() {
        shortfall = Optional.of(new LookModeFailure("touch: a: Read-only file system", true));

        Envelope envelope = run(person(Approval.SESSION));

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
        assertThat(kept).containsExactly(Approval.SESSION);
        assertThat(decided).extracting(Gates.Decision::mode).containsExactly(Mode.LOOK, Mode.FULL);
        assertThat(output(envelope).text()).isEqualTo("done");
        assertThat(output(envelope).metadata()).doesNotContainKey("mode");
    }

    @Test
    void keepsTheResultWhenThePersonSaysNo() {
        shortfall = Optional.of(new LookModeFailure("connect: Network is unreachable", true));

        Envelope envelope = run(person(Approval.REJECT));

        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(kept).isEmpty();
        assertThat(output(envelope).text()).startsWith("done\n[").endsWith("said no.]");
    }

    @Test
    void asksNobodyAboutWhatDidNotFail() {
        shortfall = Optional.of(new LookModeFailure("it mentions EROFS", false));

        Envelope envelope = run(person(Approval.ONCE));

        assertThat(asked).isEmpty();
        assertThat(ran).containsExactly(Mode.LOOK);
        assertThat(output(envelope).text()).contains("This ran in look mode");
    }
}
