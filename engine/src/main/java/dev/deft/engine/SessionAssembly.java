package dev.deft.engine;

import dev.deft.agent.channel.Channels;
import dev.deft.agent.loop.ObservedModel;
import dev.deft.agent.loop.Repetition;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionParent;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.TurnCount;
import dev.deft.agent.subagent.SubAgents;
import dev.deft.batch.BatchCalls;
import dev.deft.engine.files.ChangeDiffs;
import dev.deft.engine.files.SessionAuthorship;
import dev.deft.engine.plan.PlanApproval;
import dev.deft.engine.session.AgreedSettings;
import dev.deft.engine.session.DirectoryGrants;
import dev.deft.engine.session.RunEvents;
import dev.deft.engine.session.SerialApprover;
import dev.deft.engine.session.SessionInstances;
import dev.deft.engine.session.SessionModel;
import dev.deft.engine.session.SessionPipeline;
import dev.deft.engine.session.SessionReferences;
import dev.deft.engine.session.SessionRules;
import dev.deft.engine.source.LentModel;
import dev.deft.engine.start.EarlyLoading;
import dev.deft.engine.start.FirstCommand;
import dev.deft.engine.start.FirstRequest;
import dev.deft.engine.subagent.RunningChildren;
import dev.deft.engine.web.WebSearchDialect;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.instance.Instances;
import dev.deft.os.OsHosts;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.os.state.Sidecars;
import dev.deft.output.SecretMask;
import dev.deft.output.TerminalText;
import dev.deft.policy.HostRules;
import dev.deft.policy.Policy;
import dev.deft.policy.RuleLint;
import dev.deft.policy.SecretNames;
import dev.deft.process.Confinement;
import dev.deft.process.ConnectionLog;
import dev.deft.process.EditorShells;
import dev.deft.process.EditorTerminals;
import dev.deft.process.OsShells;
import dev.deft.process.ShellSetup;
import dev.deft.process.background.DetachedProcesses;
import dev.deft.process.background.SessionProcesses;
import dev.deft.proxy.NetworkReach;
import dev.deft.reference.NamedResults;
import dev.deft.registry.Dialect;
import dev.deft.registry.InitializedDialect;
import dev.deft.registry.ToolStats;
import dev.deft.run.Approver;
import dev.deft.run.CallEvents;
import dev.deft.run.Gate;
import dev.deft.run.Gates;
import dev.deft.run.PipelineParts;
import dev.deft.run.SessionMemory;
import dev.deft.run.ToolRunner;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.state.StatePaths;
import dev.deft.tool.InitContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Assembles a session: first the log, then the gates, which decide by what the log recorded, then
/// the call pipeline.
final class SessionAssembly {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final SessionSetup setup;
    private final StatePaths state;
    private final Random random = new Random();
    private final PlanApproval approval = new PlanApproval();
    private final Optional<SessionParts> before;

    SessionAssembly(EngineParts engine, SharedRoot shared, SessionSetup setup) {
        this(engine, shared, setup, Optional.empty());
    }

    /// @param before the session with the agent it had so far; it stays open
    SessionAssembly(
            EngineParts engine,
            SharedRoot shared,
            SessionSetup setup,
            Optional<SessionParts> before) {
        this.before = before;
        this.engine = engine;
        this.shared = shared;
        this.setup = setup;
        this.state = new StatePaths(shared.root());
    }

    SessionParts open() throws IOException {
        ToolBounds bounds = ToolBounds.of(engine, shared.root(), setup);
        if (before.isPresent()) {
            SessionWriter same = before.get().kept().writer();
            return open(bounds, Optional.of(same.id()), same);
        }
        Optional<SessionId> id = id();
        SessionWriter writer = writer(id);
        try {
            return open(bounds, id, writer);
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private SessionParts open(ToolBounds bounds, Optional<SessionId> id, SessionWriter writer)
            throws IOException {
        List<String> early = new ArrayList<>(bounds.warnings());
        CallLimits limits = CallLimits.of(engine, shared.root(), setup.agent());
        early.addAll(limits.problems(engine.tools()));
        if (before.isEmpty()) {
            early.addAll(writer.warnings());
        }
        Dialect dialect =
                new WebSearchDialect(
                        limits.over(bounds.over(dialect())),
                        () -> shared.searchServices(engine, setup),
                        writer.id().value());
        SessionRules granted =
                before.isPresent()
                        ? before.get().permissions().granted()
                        : Permissions.granted(engine, shared, writer, early::add);
        Permissions permissions = Permissions.of(engine, shared.root(), setup, granted);
        new RuleLint(engine.tools().list())
                .of(permissions.rules().list())
                .forEach(it -> early.add(it.message()));
        var mask =
                new SecretMask(
                        SecretNames.secrets(engine.environment()), permissions.shownSecrets());
        TurnCount turns =
                before.isPresent() ? before.get().kept().turns() : TurnCount.from(writer.state());
        var log = new SessionLog(writer, turns, mask, dialect::modelText);
        SessionValues memory =
                before.isPresent() ? before.get().kept().memory() : new SessionValues(writer, mask);
        SessionObservation observation =
                before.map(it -> it.pipeline().observation())
                        .orElseGet(() -> SessionObservation.of(engine, setup, log, mask));
        Optional<RunEvents> events = events(log, observation);
        Consumer<String> notices = notices(events);
        early.forEach(notices);
        Approver approver = approver(events);
        RunningChildren children = before.map(SessionParts::children).orElseGet(this::children);
        recordParent(memory);
        var authorship = new SessionAuthorship(shared.authors(), log.id(), setup.agent().name());
        var hooks = WorkspaceRegistries.hooks(engine, shared.root(), setup, log, notices);
        var files =
                new SessionFileAccess(
                        shared,
                        setup.directories(),
                        writer,
                        memory,
                        turns,
                        permissions,
                        ToolBounds.files(setup.agent()),
                        authorship,
                        setup.editor(),
                        notices);
        var variables = new SessionVariables(engine.environment(), memory);
        ShellSetup shellSetup =
                shell(permissions, new ConnectionLog(state, log.id(), engine.clock()));
        OsShells shells = shells(shellSetup, variables, id);
        var instances =
                new SessionInstances(
                        shells,
                        state,
                        log,
                        setup.agent().name(),
                        engine.clock(),
                        random,
                        setup.hasModel(engine),
                        setup.restarts());
        var sidecars = new Sidecars(state, log.id());
        var pipeline = new SessionPipeline(engine.clock());
        var references =
                new SessionReferences(memory, sidecars, mask, engine.clock(), engine.tools()::has);
        var hosts =
                new OsHosts(
                        sidecars,
                        log.id(),
                        memory,
                        variables,
                        approver,
                        files,
                        observation.shells(shown(shells, permissions.policy())),
                        new ToolHandles(
                                        engine,
                                        shared,
                                        setup,
                                        permissions,
                                        dialect,
                                        writer,
                                        approval)
                                .of(shellSetup, mask, files)
                                .notedBy(authorship::takeNotes)
                                .with(BatchCalls.class, pipeline::batch)
                                .telling(hooks)
                                .with(
                                        LentModel.class,
                                        it ->
                                                new SessionModel(
                                                        () ->
                                                                observation.model(
                                                                        lent(), it.call().callId()),
                                                        permissions.rules(),
                                                        permissions.ruleStore(),
                                                        approver,
                                                        log,
                                                        setup.budget(),
                                                        setup.agent().loop().price(),
                                                        it))
                                .with(NamedResults.class, it -> references.over(it.lifetime()))
                                .with(Instances.class, instances::open)
                                .with(
                                        SubAgents.class,
                                        it ->
                                                new CallSubAgents(
                                                        parent(
                                                                permissions,
                                                                dialect,
                                                                writer,
                                                                approver,
                                                                memory,
                                                                children),
                                                        it))
                                .with(Channels.class, channels(log.id(), events)::open),
                        () -> "prt_" + Integer.toHexString(random.nextInt()),
                        setup.agent().name(),
                        engine.userName());
        Optional<SessionParts.Running> running =
                events.isPresent()
                        ? Optional.of(
                                running(
                                        events.get(),
                                        approver,
                                        observation,
                                        firstRequest(
                                                files,
                                                new FirstCommand(
                                                        dialect,
                                                        permissions.rules(),
                                                        shells::warm))))
                        : Optional.empty();
        var judges = new SessionGates(engine, shared, setup);
        CallEvents calls = before.map(it -> it.pipeline().events()).orElseGet(CallEvents::new);
        var agreed = new AgreedSettings(shared.root(), engine.environment(), calls, notices);
        List<Gate> gates = judges.standard(permissions, dialect, log, shells, agreed, running);
        gates.addAll(judges.further(bounds, limits));
        hooks.gate().ifPresent(gates::add);
        var terms =
                new PipelineParts.Settings(
                        approver.servesMany()
                                ? PipelineParts.MAX_CONCURRENT_OF_MANY
                                : PipelineParts.DEFAULT_MAX_CONCURRENT,
                        shared.locks(),
                        engine.clock(),
                        mask);
        PipelineParts parts =
                bounds.over(
                        PipelineParts.of(dialect, new Gates(gates, approver), hosts, log)
                                .withReferences(references)
                                .withEvents(calls)
                                .withObserver(observation.calls())
                                .withSettings(terms));
        parts = WorkspaceRegistries.validating(parts, engine, shared.root());
        return new SessionParts(
                setup.agent().policy(permissions.policy()),
                new SessionParts.Storage(writer, turns, log, memory),
                permissions,
                new SessionParts.Pipeline(
                        pipeline.runs(new ToolRunner(parts, new ToolStats(engine.tools().calls()))),
                        parts.events(),
                        observation),
                files,
                shells,
                instances,
                id.isPresent() ? Optional.empty() : Optional.of(sidecars),
                approval,
                running,
                children,
                hooks);
    }

    /// The model for questions of tools.
    private Model lent() throws IOException {
        if (!setup.hasModel(engine)) {
            throw new HostException(ErrorCode.UNAVAILABLE, "This session has no model.");
        }
        return setup.model(engine);
    }

    /// The log of a sub-agent names its parent first.
    private void recordParent(SessionValues memory) throws IOException {
        if (setup.parent().isPresent() && memory.load(SessionParent.NAME).isEmpty()) {
            memory.save(SessionParent.NAME, setup.parent().get().origin().json());
        }
    }

    private CallSubAgents.Parent parent(
            Permissions permissions,
            Dialect dialect,
            SessionWriter writer,
            Approver approver,
            SessionMemory memory,
            RunningChildren children)
            throws IOException {
        return new CallSubAgents.Parent(
                engine,
                shared,
                setup,
                setup.hasModel(engine) ? Optional.of(setup.model(engine)) : Optional.empty(),
                permissions,
                dialect,
                writer.id(),
                approver,
                memory,
                children,
                random);
    }

    private RunningChildren children() {
        return new RunningChildren(
                setup.parent().map(SessionSetup.SubAgentLink::alive).orElseGet(AtomicInteger::new),
                setup.waiting(),
                CallSubAgents.isAtLimit(setup));
    }

    /// The events of runs, whose listeners stay when the agent changes.
    private Optional<RunEvents> events(SessionLog log, SessionObservation observation) {
        Optional<RunEvents> earlier =
                before.flatMap(SessionParts::running).map(SessionParts.Running::events);
        return setup.hasModel(engine) && earlier.isEmpty()
                ? Optional.of(observation.events(new RunEvents(log, setup.speaksByReply())))
                : earlier;
    }

    private OsShells shells(ShellSetup shell, SessionVariables variables, Optional<SessionId> id) {
        return new OsShells(
                shared.sandboxes(),
                shell,
                variables,
                before.map(it -> it.shells().processes())
                        .orElseGet(() ->
                                new SessionProcesses(
                                        id.map(it -> new DetachedProcesses(state, it.value())))),
                new ChangeDiffs());
    }

    /// Only commands that no sandbox confines may run in the editor of the user.
    private ShellOpener shown(OsShells shells, Policy policy) {
        Optional<EditorTerminals> terminals = setup.editor().terminals();
        boolean plain =
                policy.sandbox() == Policy.SandboxMode.OFF
                        && policy.commands().changes() == Policy.Changes.DIRECT;
        return terminals.isPresent() && plain ? new EditorShells(shells, terminals.get()) : shells;
    }

    /// A sub-agent opens no sandbox before it writes a command: few of them ever do, and each would
    /// look through the workspace for it.
    private FirstRequest firstRequest(SessionFileAccess files, FirstCommand command) {
        boolean ahead = setup.parent().isEmpty();
        return new FirstRequest(
                () -> prepare(files),
                tool -> command.calling(tool) || !ahead,
                ahead ? command::thinking : () -> {});
    }

    /// Loads what calls need while the model works on its first answer.
    private static void prepare(SessionFileAccess files) {
        files.warm();
        EarlyLoading.loadBashGrammar();
    }

    private SessionParts.Running running(
            RunEvents events, Approver approver, SessionObservation observation, FirstRequest first)
            throws IOException {
        return new SessionParts.Running(
                ObservedModel.of(observation.model(setup.model(engine)), first),
                events,
                new Repetition(shared.root()),
                approver,
                setup.budget());
    }

    /// A session that can run its agent is stored from its start.
    private Optional<SessionId> id() {
        return setup.id().isPresent() || !setup.hasModel(engine)
                ? setup.id()
                : Optional.of(SessionId.generate(engine.clock().instant(), random));
    }

    private SessionWriter writer(Optional<SessionId> id) throws IOException {
        SessionStore store = shared.store();
        if (id.isPresent() && setup.goesOn()) {
            return SessionWriter.openToGoOn(store, id.get(), engine.clock());
        }
        return id.isPresent()
                ? SessionWriter.open(store, id.get(), engine.clock())
                : SessionWriter.deferred(
                        store,
                        SessionId.generate(engine.clock().instant(), random),
                        engine.clock());
    }

    /// While runs have listeners, notices are delivered to them as warnings.
    private Consumer<String> notices(Optional<RunEvents> events) {
        return events.isPresent()
                ? it -> events.get().accept(new RunEvent.Warning(it))
                : setup.notices();
    }

    /// While runs have listeners, a message for the user is an event of the run.
    private SessionChannels channels(String session, Optional<RunEvents> events) {
        return new SessionChannels(
                engine,
                shared,
                session,
                events.isPresent()
                        ? it -> events.get().accept(new RunEvent.Message(it))
                        : it -> setup.notices().accept(TerminalText.read(it)));
    }

    private Approver approver(Optional<RunEvents> events) {
        return events.isPresent()
                ? SerialApprover.of(setup.approver(), events.get())
                : SerialApprover.of(setup.approver(), _ -> {});
    }

    private Dialect dialect() throws IOException {
        var context =
                new InitContext(
                        setup.agent().name(), shared.root().toString(), setup.provider(engine));
        return setup.agent()
                .toolset()
                .dialect(engine.tools(), it -> new InitializedDialect(it, engine.tools(), context));
    }

    /// Configures commands: they may reach the hosts that are granted and that no rule denies.
    private ShellSetup shell(Permissions permissions, ConnectionLog traffic) throws IOException {
        Policy policy = permissions.policy();
        return new ShellSetup(
                new Confinement(
                        policy.sandbox(),
                        permissions.commandFiles(),
                        ToolBounds.protectedFiles(setup.agent(), shared.root()),
                        new NetworkReach(
                                permissions.hosts(), new HostRules(permissions.rules()), traffic),
                        ResourceLimits.USUAL,
                        permissions.directories().further().isEmpty()
                                ? List.of()
                                : DirectoryGrants.pinned(setup.directories(), setup.attached())),
                policy.env(),
                policy.commands());
    }
}
