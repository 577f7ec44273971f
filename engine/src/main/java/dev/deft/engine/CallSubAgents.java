package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionParent;
import dev.deft.agent.subagent.ActiveSubAgent;
import dev.deft.agent.subagent.EndedSubAgent;
import dev.deft.agent.subagent.SubAgentOrder;
import dev.deft.agent.subagent.SubAgents;
import dev.deft.engine.session.SessionHandles;
import dev.deft.engine.subagent.BackgroundRecord;
import dev.deft.engine.subagent.ChildProgress;
import dev.deft.engine.subagent.NamedApprover;
import dev.deft.engine.subagent.RunningChildren;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Progress;
import dev.deft.policy.Ceiling;
import dev.deft.registry.Dialect;
import dev.deft.run.Approver;
import dev.deft.run.SessionMemory;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/// The sub-agents of a session, for one of its calls.
final class CallSubAgents implements SubAgents {

    /// Dialects in which a sub-agent starts none itself, and their tools for sub-agents.
    private static final Map<String, Optional<String>> FLAT =
            Map.of(
                    "inventory", Optional.of("subagent"),
                    "pegasus", Optional.of("allTaskTools"),
                    "opencode", Optional.empty());

    private static final Set<String> READING =
            Set.of("read", "grep", "glob", "ls", "memory_search", "memory_get");

    private final Parent parent;
    private final SessionHandles.OpenCall call;

    /// The session that starts sub-agents.
    ///
    /// @param memory the values of the session
    record Parent(
            EngineParts engine,
            SharedRoot shared,
            SessionSetup setup,
            Optional<Model> model,
            Permissions permissions,
            Dialect dialect,
            SessionId id,
            Approver approver,
            SessionMemory memory,
            RunningChildren children,
            Random random) {

        int depth() {
            return setup.parent().map(it -> it.origin().depth()).orElse(0);
        }

        BackgroundRecord background() {
            return new BackgroundRecord(memory);
        }

        /// What the session could touch itself: an agent with some tools only has no more than
        /// these and its own requirements.
        Ceiling ceiling() {
            AgentSpec agent = setup.agent();
            return agent.toolset().ids().isEmpty()
                    ? permissions.agent()
                    : Ceiling.of(LazyManifest.effective(agent, dialect), permissions.variables())
                            .within(
                                    permissions.agent(),
                                    Ceiling.of(RequirementSet.NONE, permissions.variables()));
        }
    }

    CallSubAgents(Parent parent, SessionHandles.OpenCall call) {
        this.parent = parent;
        this.call = call;
    }

    @Override
    public EndedSubAgent run(SubAgentOrder order) throws IOException, InterruptedException {
        try (RunningChildren.Place place = enter();
                Child child = open(order, call.progress())) {
            place.occupy(child.shown(order, false, parent.engine().clock().instant().toString()));
            RunOutcome outcome = child.run(order);
            place.ended(outcome);
            if (outcome.status() == RunOutcome.Status.ABORTED && Thread.interrupted()) {
                throw new InterruptedException();
            }
            return ended(child, outcome.withText(child.session().handedOver(outcome.text())));
        }
    }

    @Override
    public String start(SubAgentOrder order) throws IOException, InterruptedException {
        RunningChildren.Place place = enter();
        Child child = openBehind(order, place);
        place.occupy(child.shown(order, true, parent.engine().clock().instant().toString()));
        Thread.ofVirtual()
                .name("sub-agent " + child.session().id())
                .start(() -> runBehind(child, order, place));
        return child.session().id();
    }

    /// Frees the place if it fails.
    private Child openBehind(SubAgentOrder order, RunningChildren.Place place) throws IOException {
        try {
            Child child = open(order, Progress.silent());
            try {
                parent.background()
                        .add(
                                new BackgroundRecord.Started(
                                        child.session().id(), child.name(), order.title()));
                return child;
            } catch (IOException e) {
                child.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    private void runBehind(Child child, SubAgentOrder order, RunningChildren.Place place) {
        try (place) {
            RunOutcome outcome;
            try (child) {
                outcome = child.run(order);
            } catch (IOException e) {
                outcome = RunOutcome.failed(child.session().id(), String.valueOf(e.getMessage()));
            }
            boolean _ = Thread.interrupted();
            place.ended(outcome);
            report(child, outcome);
        }
    }

    /// Tells the parent. If it is closed, it is told when it is reopened. A sub-agent that was
    /// stopped starts no new run.
    private void report(Child child, RunOutcome outcome) {
        Optional<Session> open = parent.shared().sessions().find(parent.id().value());
        if (open.isEmpty()) {
            return;
        }
        EndedSubAgent ended = ended(child, outcome);
        try {
            boolean told =
                    open.get()
                            .deliver(
                                    message(child.session().id(), ended.report()),
                                    outcome.status() != RunOutcome.Status.ABORTED)
                            .isPresent();
            if (told) {
                parent.background().remove(child.session().id());
            }
        } catch (IOException e) {
            parent.setup()
                    .notices()
                    .accept(
                            "The end of sub-agent %s could not be recorded: %s"
                                    .formatted(child.session().id(), e.getMessage()));
        }
    }

    static Entry.User message(String session, String text) {
        return new Entry.User(List.of(new Part.Text(text)), "task:" + session);
    }

    @Override
    public List<ActiveSubAgent> active() throws IOException {
        call.lifetime().check();
        return parent.children().list();
    }

    @Override
    public void stop(String sessionId) throws IOException {
        call.lifetime().checkEffect();
        if (!parent.children().stop(sessionId)) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "No sub-agent of this session with the session %s is at work."
                            .formatted(sessionId));
        }
    }

    private RunningChildren.Place enter() throws HostException {
        call.lifetime().checkEffect();
        if (parent.model().isEmpty()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "A sub-agent needs a model, and this session has none. Use it in a run, such as"
                            + " `deft run`.");
        }
        if (isAtLimit(parent.setup())) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "Sub-agents can be nested %d deep, and this one is at that depth. Do the task yourself."
                            .formatted(maxDepth(parent.setup())));
        }
        return parent.children().enter();
    }

    /// Whether a session is too deep to start sub-agents.
    static boolean isAtLimit(SessionSetup setup) {
        return setup.parent().isPresent()
                && setup.parent().get().origin().depth() >= maxDepth(setup);
    }

    private static int maxDepth(SessionSetup setup) {
        return FLAT.containsKey(setup.agent().toolset().dialect()) ? 1 : MAX_DEPTH;
    }

    private String dialect() {
        return parent.setup().agent().toolset().dialect();
    }

    /// Opens the session of a sub-agent.
    private Child open(SubAgentOrder order, Progress progress) throws IOException {
        AgentSpec agent = agent(order);
        SessionId id =
                order.resumed().isPresent()
                        ? resumed(order.resumed().get())
                        : SessionId.generate(parent.engine().clock().instant(), parent.random());
        String name = agent.name();
        String session = id.value();
        var origin =
                new SessionParent(
                        parent.id().value(),
                        call.call().callId(),
                        name,
                        parent.depth() + 1,
                        order.metadata());
        var link =
                new SessionSetup.SubAgentLink(
                        origin, parent.permissions(), parent.ceiling(), parent.children().alive());
        SessionSetup setup = parent.setup();
        var own =
                new SessionSetup(
                        agent,
                        Optional.of(id),
                        named(agent) ? Optional.empty() : parent.model(),
                        new NamedApprover(
                                parent.approver(),
                                name + " " + session.substring(Math.max(0, session.length() - 6))),
                        setup.notices(),
                        setup.gates(),
                        setup.projectRules(),
                        setup.budget().child(agent.loop().budget()),
                        OptionalInt.empty(),
                        Optional.of(link),
                        true,
                        setup.directories(),
                        List.of(),
                        setup.editor(),
                        false,
                        setup.attached());
        try {
            return new Child(
                    Session.open(parent.engine(), parent.shared(), own, () -> {}),
                    name,
                    new ChildProgress(progress, session, name));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The agent %s cannot be started: %s.".formatted(name, e.getMessage()));
        }
    }

    /// Whether a definition names a model of its own.
    private boolean named(AgentSpec agent) {
        return agent.model().isPresent() && !agent.model().equals(parent.setup().agent().model());
    }

    /// Only a sub-agent of the same session can be continued.
    private SessionId resumed(String text) throws IOException {
        if (SessionId.isValid(text)) {
            var id = new SessionId(text);
            if (parent.shared().store().exists(id) && isChild(id)) {
                return id;
            }
        }
        throw new HostException(
                ErrorCode.NOT_FOUND,
                "There is no sub-agent of this session with the session %s. Leave session_id out to start a new one."
                        .formatted(text.length() > 64 ? text.substring(0, 64) + "…" : text));
    }

    private boolean isChild(SessionId id) throws IOException {
        return parent.shared().store().read(id, 0).stream()
                .map(EntryJson::read)
                .flatMap(it -> SessionParent.of(it.body()).stream())
                .anyMatch(it -> it.session().equals(parent.id().value()));
    }

    private AgentSpec agent(SubAgentOrder order) throws IOException {
        AgentSpec own = parent.setup().agent();
        AgentSpec.Instructions files = own.instructions();
        AgentSpec base =
                own.instructions(
                                new AgentSpec.Instructions(
                                        Optional.empty(), files.files(), files.memory()))
                        .toolset(
                                new AgentSpec.Toolset(
                                        Optional.empty(),
                                        dialect(),
                                        FLAT.getOrDefault(dialect(), Optional.empty())))
                        .loop(own.loop().answering(Optional.empty()));
        return switch (order.role()) {
            case NAMED -> AgentCatalog.over(definition(order.agent()), base);
            case READER ->
                    base.named("subagent")
                            .toolset(
                                    new AgentSpec.Toolset(
                                            Optional.of(READING),
                                            dialect(),
                                            base.toolset().collection()))
                            .deny("fs.write", "**");
            case WORKER ->
                    FLAT.containsKey(dialect())
                            ? base.named("task")
                            : AgentCatalog.over(definition("general"), base);
        };
    }

    private AgentDefinition definition(String name) throws IOException {
        AgentCatalog catalog =
                AgentCatalog.read(
                        parent.shared().root(),
                        parent.engine().environment(),
                        Trust.of(
                                parent.setup().policy(),
                                parent.shared().root(),
                                parent.engine().environment()));
        Optional<AgentDefinition> found = catalog.find(name).filter(it -> it.mode().forAgents());
        if (found.isPresent()) {
            return found.get();
        }
        String known =
                catalog.list().stream()
                        .filter(it -> it.mode().forAgents())
                        .map(AgentDefinition::name)
                        .collect(Collectors.joining(", "));
        throw new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "There is no agent \"%s\" to start; there are: %s."
                        .formatted(name.length() > 64 ? name.substring(0, 64) + "…" : name, known));
    }

    private static EndedSubAgent ended(Child child, RunOutcome outcome) {
        String id = child.session().id();
        Optional<ErrorCode> failure =
                switch (outcome.status()) {
                    case DONE, DENIED -> Optional.empty();
                    case LIMIT ->
                            outcome.text().isBlank()
                                    ? Optional.of(ErrorCode.LIMIT_REACHED)
                                    : Optional.empty();
                    case FAILED, RESTART -> Optional.of(ErrorCode.UNAVAILABLE);
                    case ABORTED -> Optional.of(ErrorCode.ABORTED);
                };
        Optional<String> note =
                outcome.status() == RunOutcome.Status.DONE
                        ? Optional.empty()
                        : Optional.of(
                                "The sub-agent did not finish (%s): %s Its session is %s."
                                        .formatted(
                                                outcome.status().wire(),
                                                outcome.error().orElse(""),
                                                id));
        return new EndedSubAgent(id, child.name(), outcome.text(), note, failure);
    }

    /// The session of a sub-agent.
    private record Child(Session session, String name, ChildProgress progress)
            implements AutoCloseable {

        RunOutcome run(SubAgentOrder order) {
            return session.run(Message.User.of(order.prompt()), Entry.User.FROM_USER, progress);
        }

        RunningChildren.Child shown(SubAgentOrder order, boolean background, String since) {
            return new RunningChildren.Child(
                    session.id(),
                    name,
                    order.title(),
                    background,
                    since,
                    progress::doing,
                    session::interrupt);
        }

        /// Also closes on a thread that was interrupted, which stays so.
        @Override
        public void close() throws IOException {
            boolean interrupted = Thread.interrupted();
            try {
                session.close();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
