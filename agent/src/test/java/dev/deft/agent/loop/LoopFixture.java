package dev.deft.agent.loop;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.host.CallInfo;
import dev.deft.host.HostSession;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.output.SecretMask;
import dev.deft.policy.BudgetLimits;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import dev.deft.run.Gates;
import dev.deft.run.HostFactory;
import dev.deft.run.PipelineParts;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolRunner;
import dev.deft.run.Verdict;
import dev.deft.testing.InMemoryHost;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// An agent loop over a fake model, small tools and a session in memory.
final class LoopFixture implements AutoCloseable {

    static final SessionId ID = new SessionId("s1");

    final FakeModel model = new FakeModel();
    final List<RunEvent> events = new CopyOnWriteArrayList<>();
    final CountDownLatch blocked = new CountDownLatch(1);
    private final Path root;
    private SessionStore store = new InMemorySessionStore();
    private LoopSettings settings = settings(ContextLimits.of(200_000, 8_192));
    private Approver approver = Approver.HEADLESS;
    private RunFiles changes = _ -> List.of();
    private SessionId id = ID;
    private Optional<RunBudget> budget = Optional.empty();
    private List<FallbackModel.Other> fallbacks = List.of();
    private Optional<SessionLog> log = Optional.empty();
    private Optional<AgentLoop> loop = Optional.empty();

    LoopFixture(Path root) {
        this.root = root;
    }

    /// Ten steps, no budget, and a thousand input tokens cost a dollar.
    static LoopSettings settings(ContextLimits context) {
        return new LoopSettings(
                "tester",
                10,
                context,
                Prompt.Sampling.UNSET,
                BudgetLimits.NONE,
                it -> OptionalDouble.of(it.input() / 1000.0));
    }

    /// Arguments of the echo tool.
    static String echo(String text) {
        return "{\"text\":\"" + text + "\"}";
    }

    static Message.CallResult result(String id, String text, boolean failed) {
        return new Message.CallResult(id, text, List.of(), failed);
    }

    LoopFixture with(LoopSettings other) {
        settings = other;
        return this;
    }

    LoopFixture limitedTo(int steps, BudgetLimits budget) {
        settings = settings.within(steps, budget);
        return this;
    }

    /// Uses a budget that others may share.
    LoopFixture spending(RunBudget other) {
        budget = Optional.of(other);
        return this;
    }

    LoopFixture fallingBackTo(FallbackModel.Other... others) {
        fallbacks = List.of(others);
        return this;
    }

    LoopFixture named(String session) {
        id = new SessionId(session);
        return this;
    }

    LoopFixture approvedBy(Approver other) {
        approver = other;
        return this;
    }

    LoopFixture changing(RunFiles other) {
        changes = other;
        return this;
    }

    LoopFixture with(SessionStore other) {
        store = other;
        return this;
    }

    RunOutcome run(String message) throws IOException {
        return loop().run(Message.User.of(message), "user");
    }

    synchronized AgentLoop loop() throws IOException {
        if (loop.isEmpty()) {
            loop = Optional.of(open());
        }
        return loop.get();
    }

    private AgentLoop open() throws IOException {
        SessionWriter writer = SessionWriter.open(store, id, InstantSource.system());
        SessionLog opened = SessionLog.of(writer);
        log = Optional.of(opened);
        var recorder = new RunRecorder(opened, events::add);
        RunBudget spent =
                budget.orElseGet(() -> RunBudget.of(settings.budget(), InstantSource.system()));
        var repetition = new Repetition(root);
        var runner =
                new ToolRunner(
                        PipelineParts.of(
                                new LockedDialect(tools()),
                                new Gates(
                                        List.of(
                                                new GuardedGate(),
                                                repetition,
                                                new BudgetGate(spent)),
                                        approver),
                                new MemoryHosts(),
                                opened));
        var calls =
                new ModelCalls(
                        runner,
                        repetition,
                        new ToolOffer(Set.of(), Set.of(), Set.of()),
                        new SessionValues(writer, SecretMask.KEYS_ONLY),
                        Map.of(),
                        recorder);
        return new AgentLoop(
                fallbacks.isEmpty() ? model : new FallbackModel(model, fallbacks),
                opened,
                calls,
                SystemPrompt.of("You test.", "", "", "Here.", ""),
                settings,
                spent,
                changes,
                recorder);
    }

    private ToolRegistry tools() {
        return ToolRegistry.of(
                List.of(
                        new LoopTools.EchoTool("echo"),
                        new LoopTools.EchoTool("guarded"),
                        new LoopTools.CountTool(new AtomicInteger()),
                        new LoopTools.FailTool(),
                        new LoopTools.LookTool(root),
                        new LoopTools.WatchTool(),
                        new LoopTools.BlockTool(blocked),
                        new LoopTools.DrawTool()));
    }

    SessionLog log() throws IOException {
        AgentLoop _ = loop();
        return log.orElseThrow();
    }

    List<Entry.Body> entries() throws IOException {
        return store.read(ID, 0).stream().map(it -> Entry.of(it).body()).toList();
    }

    SessionHistory history() throws IOException {
        return SessionHistory.read(store, ID);
    }

    List<String> warnings() {
        return events.stream()
                .filter(RunEvent.Warning.class::isInstance)
                .map(it -> ((RunEvent.Warning) it).text())
                .toList();
    }

    /// Ends the session, as its process does; the next run opens it again.
    @Override
    public void close() throws IOException {
        if (log.isPresent()) {
            log.get().close();
        }
        log = Optional.empty();
        loop = Optional.empty();
    }

    /// Asks before each call of `guarded`.
    private static final class GuardedGate implements Gate {

        @Override
        public String name() {
            return "guarded";
        }

        @Override
        public Verdict judge(PreparedCall<?> call) {
            return call.toolId().equals("guarded")
                    ? new Verdict.Ask("It is guarded.", List.of(), Verdict.AnswerStore.NONE)
                    : new Verdict.Allow("not guarded");
        }
    }

    /// Hosts without files.
    private static final class MemoryHosts implements HostFactory {

        private final InMemoryHost memory = InMemoryHost.empty();

        @Override
        public WorkspaceFiles pathResolver() {
            return memory.files();
        }

        @Override
        public CallHost open(PreparedCall<?> call, Progress progress) {
            return new MemoryHost(memory, progress);
        }
    }

    private record MemoryHost(InMemoryHost memory, Progress progress)
            implements HostFactory.CallHost {

        @Override
        public WorkspaceFiles files() {
            return memory.files();
        }

        @Override
        public Shell shell() {
            return memory.shell();
        }

        @Override
        public Network net() {
            return memory.net();
        }

        @Override
        public HostSession session() {
            return memory.session();
        }

        @Override
        public Limits limits() {
            return Limits.DEFAULT;
        }

        @Override
        public CallInfo call() {
            return memory.call();
        }

        @Override
        public OutputStream sidecar() {
            return memory.sidecar();
        }

        @Override
        public void revoke() {}

        @Override
        public Path spill(String all) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Path> closeSidecar(boolean keep) {
            return Optional.empty();
        }
    }
}
