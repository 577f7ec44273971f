package dev.deft.engine;

import dev.deft.agent.loop.MessageQueue;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.RunTurns;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.tool.Delivery;
import dev.deft.engine.session.BusyThreads;
import dev.deft.engine.session.DirectoryGrants;
import dev.deft.engine.session.RunEvents;
import dev.deft.engine.subagent.BackgroundRecord;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.os.FurtherDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// The runs of a session, and the agent it has now.
final class SessionRuns {

    /// Values that hold beyond a rewound conversation: messages that wait and sub-agents that work.
    private static final List<String> LASTING = List.of(MessageQueue.NAME, BackgroundRecord.NAME);

    private static final String NO_MODEL = "the engine has no model; give it one with model(…)";

    /// How long a run waits for tools from elsewhere.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final EngineParts engine;
    private final SharedRoot shared;
    private volatile SessionSetup setup;
    private final BusyThreads threads;
    private final RunTurns turns;
    private final List<SessionParts> former = new CopyOnWriteArrayList<>();
    private final List<FurtherDirectories> opened = new CopyOnWriteArrayList<>();
    private volatile SessionParts parts;
    private Optional<AgentRun> agent = Optional.empty();

    SessionRuns(
            EngineParts engine,
            SharedRoot shared,
            SessionSetup setup,
            SessionParts parts,
            BusyThreads threads) {
        this.engine = engine;
        this.shared = shared;
        this.setup = setup;
        this.parts = parts;
        this.threads = threads;
        this.turns =
                new RunTurns(() -> this.parts.pipeline().runner().dialect().newMessageCancels());
    }

    /// The parts of the session with the agent it has now.
    SessionParts parts() {
        return parts;
    }

    /// Tells the agent, with its next run, about sub-agents in the background that ended with the
    /// program.
    void reportInterrupted() throws IOException {
        var left = new BackgroundRecord(parts.kept().memory());
        for (BackgroundRecord.Started it : left.list()) {
            agent(parts.running().orElseThrow())
                    .queue(
                            CallSubAgents.message(
                                    it.id(),
                                    "The sub-agent %s was interrupted when the program ended, and is not run again. Its task was: %s"
                                            .formatted(it.agent(), it.task())));
            left.remove(it.id());
        }
    }

    /// Tells hooks of the begin or end of the session. What they add is for the next run, if there
    /// can be one.
    void tellHooks(String event) throws IOException {
        if (parts.hooks().hooks().isEmpty()) {
            return;
        }
        try {
            var _ =
                    parts.hooks()
                            .tell(
                                    event,
                                    Json.Obj.EMPTY,
                                    it -> {
                                        if (parts.running().isPresent() && !threads.isClosed()) {
                                            agent(parts.running().get()).queue(it);
                                        }
                                    });
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs the agent.
    ///
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    RunOutcome run(Function<AgentRun, RunOutcome> action) {
        if (parts.running().isEmpty()) {
            throw new IllegalStateException(NO_MODEL);
        }
        if (!threads.enter()) {
            throw new IllegalStateException("the session is closed");
        }
        try {
            awaitTools(engine);
            return action.apply(agent());
        } catch (IOException e) {
            return RunOutcome.failed(
                    parts.log().id(), "The session could not be read: " + e.getMessage());
        } finally {
            threads.leave();
        }
    }

    /// Waits until tools from elsewhere are known. A server that does not answer in time is left
    /// behind; its tools come with a later request.
    static void awaitTools(EngineParts engine) {
        try {
            engine.tools().awaitSources(LONGEST_WAIT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stores a message for the agent, and runs it on the message after the current run. Without a
    /// model a message is only stored.
    ///
    /// @param wakes whether the agent runs on the message now
    /// @return empty if the session is closed
    Optional<Delivery> deliver(Entry.User message, boolean wakes) throws IOException {
        if (!threads.enter()) {
            return Optional.empty();
        }
        try {
            if (parts.running().isEmpty()) {
                parts.log().addUserMessage(message);
                return Optional.of(Delivery.STORED);
            }
            AgentRun agentRun = agent(parts.running().get());
            agentRun.queue(message);
            if (wakes) {
                wake(agentRun);
            }
            return Optional.of(Delivery.QUEUED);
        } finally {
            threads.leave();
        }
    }

    /// The events of all runs.
    RunEvents events() {
        return parts.running().orElseThrow(() -> new IllegalStateException(NO_MODEL)).events();
    }

    /// Stores a message for the next run.
    void queue(Entry.User message) throws IOException {
        if (!threads.enter()) {
            throw new IllegalStateException("the session is closed");
        }
        try {
            agent().queue(message);
        } finally {
            threads.leave();
        }
    }

    /// Runs the agent on what waits for it, on this thread.
    Optional<RunOutcome> runWaiting() {
        if (!threads.enter()) {
            throw new IllegalStateException("the session is closed");
        }
        try {
            awaitTools(engine);
            return agent().runQueued();
        } catch (IOException e) {
            return Optional.of(
                    RunOutcome.failed(
                            parts.log().id(), "The session could not be read: " + e.getMessage()));
        } finally {
            threads.leave();
        }
    }

    /// Runs the agent on what waits for it. If the session is closed before, the messages wait for
    /// its next run.
    private void wake(AgentRun agentRun) {
        Thread.startVirtualThread(() -> {
            if (threads.enter()) {
                try {
                    var _ = agentRun.runQueued();
                } finally {
                    threads.leave();
                }
            }
        });
    }

    /// Created for the first run and reused with what it knows of the conversation.
    AgentRun agent() throws IOException {
        return agent(parts.running().orElseThrow(() -> new IllegalStateException(NO_MODEL)));
    }

    private synchronized AgentRun agent(SessionParts.Running running) throws IOException {
        if (agent.isEmpty()) {
            agent =
                    Optional.of(
                            new AgentRun(engine, shared, parts, running, turns, this::handOver));
        }
        return agent.get();
    }

    /// A change of the session.
    @FunctionalInterface
    interface Change<T> {

        T make(SessionParts parts) throws IOException, InterruptedException;
    }

    /// Changes the session between two runs.
    ///
    /// @throws HostException with [ErrorCode#CONFLICT] while a run is going
    /// @throws IllegalStateException if the session is closed
    <T> T betweenRuns(Change<T> change) throws IOException, InterruptedException {
        if (!threads.enter()) {
            throw new IllegalStateException("the session is closed");
        }
        try {
            return changed(change);
        } finally {
            threads.leave();
        }
    }

    /// Does the same for a change that prepares the next run: an interrupt that comes meanwhile
    /// ends that run.
    <T> T beforeRun(Change<T> change) throws IOException, InterruptedException {
        if (!threads.enter()) {
            throw new IllegalStateException("the session is closed");
        }
        try {
            return changed(change);
        } finally {
            threads.leaveForRun();
        }
    }

    private <T> T changed(Change<T> change) throws IOException, InterruptedException {
        if (!turns.tryBegin()) {
            throw new HostException(
                    ErrorCode.CONFLICT, "The agent is working; interrupt it first.");
        }
        try {
            return change.make(parts);
        } finally {
            turns.end();
        }
    }

    /// Lets the next run know nothing of what was rewound.
    synchronized void rewound() throws IOException {
        parts.kept().memory().rewound(LASTING);
        if (agent.isPresent()) {
            agent.get().reload();
        }
    }

    /// Gives the session to another agent. Calls that still run keep the rights they began with.
    private SessionParts handOver(AgentSpec next) throws IOException {
        return handOver(setup.with(next));
    }

    private SessionParts handOver(SessionSetup next) throws IOException {
        SessionParts before = parts;
        before.files().remember();
        SessionParts changed =
                new SessionAssembly(engine, shared, next, Optional.of(before)).open();
        former.add(before);
        setup = next;
        parts = changed;
        return changed;
    }

    /// Gives the session to another agent between two runs.
    ///
    /// @param model of the session from now on; empty for the one it has
    synchronized void use(AgentSpec next, Optional<Model> model) throws IOException {
        use(model.isPresent() ? setup.with(next, model.get()) : setup.with(next));
    }

    /// Lets the session read in the directories of files that the user attached, between two runs.
    synchronized void attach(List<Path> wanted) throws IOException {
        var grants = new DirectoryGrants(shared.root(), engine.environment());
        List<Path> others = new ArrayList<>(setup.directories().paths());
        others.removeAll(setup.attached());
        List<Path> attached = grants.attached(wanted, others, setup.attached(), setup.notices());
        if (attached.equals(setup.attached())) {
            return;
        }
        others.addAll(attached);
        FurtherDirectories all = grants.open(others);
        opened.add(all);
        use(setup.attaching(all, attached));
    }

    private void use(SessionSetup next) throws IOException {
        SessionSetup earlier = setup;
        SessionParts before = parts;
        SessionParts changed = handOver(next);
        try {
            if (agent.isPresent()) {
                agent.get().takeOver(changed);
            }
        } catch (IOException e) {
            setup = earlier;
            parts = before;
            former.remove(before);
            former.add(changed);
            throw e;
        }
    }

    /// Ends the runs, and saves what the session knows of files.
    synchronized void end() throws IOException {
        if (agent.isPresent()) {
            agent.get().close();
        }
        parts.files().remember();
    }

    /// Ends what the agents before the current one started.
    void closeFormer() throws IOException {
        for (SessionParts it : former) {
            it.instances().close();
            it.shells().close();
        }
    }

    /// Closes the directories of attached files, when nothing uses them any more.
    void closeAttached() {
        opened.forEach(FurtherDirectories::close);
    }
}
