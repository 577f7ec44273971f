package dev.deft.server.live;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.SessionStore;
import dev.deft.codec.Records;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.api.workspace.SessionUse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/// The sessions of a server: opened when they are needed, closed when they were idle for a while.
/// Thread-safe.
public final class LiveSessions implements SessionUse, AutoCloseable {

    /// How long an idle session stays open.
    private static final Duration IDLE = Duration.ofMinutes(10);

    /// How many sessions may be open before idle ones are closed at once.
    private static final int MOST_OPEN = 300;

    private static final Duration RECENT = Duration.ofMinutes(5);

    private static final Duration SWEEP = Duration.ofSeconds(20);

    private final Settings settings;
    private final OpenWorkspaces workspaces;
    private final SessionAgents agents;
    private final ServerStore store;
    private final ObservedStores stores;
    private final SessionFeeds feeds;
    private final SessionOverview views;
    private final Map<SessionRef, LiveSession> open = new ConcurrentHashMap<>();
    private final SessionLocks opening = new SessionLocks();
    private final Set<SessionRef> interrupted = ConcurrentHashMap.newKeySet();
    private final Map<SessionRef, ServerApprover> askers = new ConcurrentHashMap<>();
    private final LatestState latest = new LatestState(this::tell);

    /// Those whose end is not told yet.
    private final Set<SessionRef> deleted = ConcurrentHashMap.newKeySet();

    private final Thread sweeper;
    private volatile BiConsumer<String, RunEvent> observer = (_, _) -> {};
    private volatile boolean ending;

    /// What a server decides.
    ///
    /// @param served the workspaces it offers
    /// @param version of the program, for clients
    public record Settings(List<ServedWorkspace> served, String version, InstantSource clock) {

        public Settings {
            served = List.copyOf(served);
        }
    }

    public LiveSessions(
            Settings settings,
            OpenWorkspaces workspaces,
            AgentChoices choices,
            ServerStore store,
            ObservedStores stores,
            SessionFeeds feeds) {
        this.settings = settings;
        this.workspaces = workspaces;
        this.agents = new SessionAgents(choices, settings.clock());
        this.store = store;
        this.stores = stores;
        this.feeds = feeds;
        this.views = new SessionOverview(this, store, stores);
        this.sweeper = Thread.ofVirtual().name("idle-sessions").start(this::sweep);
    }

    /// Sets who is told of the events of all runs, with the name of the agent; must return at once.
    public void observe(BiConsumer<String, RunEvent> told) {
        observer = told;
    }

    /// The views of sessions.
    public SessionOverview views() {
        return views;
    }

    /// The workspaces that are offered.
    public OpenWorkspaces workspaces() {
        return workspaces;
    }

    /// The store of the server.
    public ServerStore store() {
        return store;
    }

    /// The store of a session.
    public SessionStore logs(SessionRef ref) {
        return stores.of(ref.workspace());
    }

    private ServedWorkspace served(String workspace) throws ProblemException {
        return settings.served().stream()
                .filter(it -> it.id().equals(workspace))
                .findFirst()
                .orElseThrow(
                        () -> Problem.notFound("There is no workspace of this name.").exception());
    }

    Optional<LiveSession> find(SessionRef ref) {
        return Optional.ofNullable(open.get(ref));
    }

    /// Asks people about calls of a session that somebody else keeps open, such as one of an MCP
    /// client.
    public Approver asker(SessionRef ref) {
        if (askers.size() > MOST_OPEN) {
            askers.values().removeIf(it -> it.open().isEmpty());
        }
        return askers.computeIfAbsent(ref, this::approver);
    }

    private ServerApprover approver(SessionRef ref) {
        return new ServerApprover(store, ref, settings.clock(), () -> changed(ref));
    }

    /// The one who asks for a session that somebody else keeps open.
    Optional<ServerApprover> askerOf(SessionRef ref) {
        return Optional.ofNullable(askers.get(ref));
    }

    /// A session that is open here.
    ///
    /// @param state `idle`, `running` or `waiting`
    public record Standing(SessionRef session, String state, int queued) {}

    /// {@return the sessions that are open here}
    public List<Standing> standing() {
        return open.entrySet().stream()
                .map(it ->
                        new Standing(it.getKey(), it.getValue().state(), it.getValue().waiting()))
                .toList();
    }

    boolean isInterrupted(SessionRef ref) {
        return interrupted.contains(ref);
    }

    /// Whether a log was written lately: then a terminal has the session open, as far as can be
    /// seen.
    boolean isRecent(Instant modified) {
        return modified.plus(RECENT).isAfter(settings.clock().instant());
    }

    boolean isOpenHere(SessionRef ref) {
        return stores.isOpen(ref);
    }

    /// Requires that a session exists.
    ///
    /// @throws ProblemException if it does not
    public void require(SessionRef ref) throws IOException {
        if (!logs(ref).exists(new SessionId(ref.session()))) {
            throw Problem.notFound("There is no session %s.".formatted(ref.session())).exception();
        }
    }

    /// Creates a session, with the agent and the model that somebody chose.
    ///
    /// @throws ProblemException if the id is taken, or there is no such agent or model
    public void create(SessionRef ref, AgentChoices.Choice choice) throws IOException {
        agents.check(root(ref), choice);
        agents.create(logs(ref), ref, choice);
        changed(ref);
    }

    private Path root(SessionRef ref) throws IOException {
        return workspaces.open(served(ref.workspace())).root();
    }

    /// Gives a session another agent or model, between two runs.
    ///
    /// @throws ProblemException while it works, or if there is no such agent or model
    public void choose(SessionRef ref, AgentChoices.Choice choice) throws IOException {
        agents.check(root(ref), choice);
        exclusively(ref, () -> agents.save(logs(ref), ref, choice));
        changed(ref);
    }

    /// What is done while a session is closed.
    @FunctionalInterface
    public interface Exclusive {

        void run() throws IOException, InterruptedException;
    }

    /// Does something to the log of a session that is not open meanwhile.
    ///
    /// @throws ProblemException while it works, or another process has it open
    public void exclusively(SessionRef ref, Exclusive action) throws IOException {
        try (var _ = opening.hold(ref)) {
            LiveSession live = open.get(ref);
            if (live != null) {
                live.closeForGood();
                open.remove(ref);
            }
            action.run();
        } catch (SessionInUseException e) {
            throw inUse(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("The request was interrupted.");
        }
    }

    static ProblemException inUse(SessionInUseException e) {
        return Problem.conflict(String.valueOf(e.getMessage()))
                .with("holder", new Json.Str(e.holder()))
                .exception();
    }

    @Override
    public <T> T with(SessionRef ref, Work<T> work) throws IOException, InterruptedException {
        require(ref);
        return inLive(ref, live -> work.in(live.session()));
    }

    /// What is done in a session of this server.
    @FunctionalInterface
    interface LiveWork<T> {

        T in(LiveSession live) throws IOException, InterruptedException;
    }

    <T> T inLive(SessionRef ref, LiveWork<T> work) throws IOException, InterruptedException {
        while (true) {
            LiveSession live = opened(ref, false);
            if (live.use()) {
                try {
                    return work.in(live);
                } finally {
                    live.release();
                }
            }
        }
    }

    /// The events of sessions.
    public SessionStreams streams() {
        return new SessionStreams(this, feeds, settings.version());
    }

    /// The conversations of a session.
    public SessionTalks talks() {
        return new SessionTalks(this);
    }

    private LiveSession opened(SessionRef ref, boolean goesOn) throws IOException {
        LiveSession known = open.get(ref);
        if (known != null && isUsable(ref, known)) {
            return known;
        }
        try (var _ = opening.hold(ref)) {
            LiveSession raced = open.get(ref);
            if (raced != null && isUsable(ref, raced)) {
                return raced;
            }
            if (raced != null) {
                open.remove(ref);
                raced.abandon();
            }
            if (ending) {
                throw Problem.of(503, "unavailable", "The server is ending.").exception();
            }
            LiveSession live = open(ref, goesOn);
            open.put(ref, live);
            interrupted.remove(ref);
            return live;
        }
    }

    /// Not one that is being closed, or that another server took over while this one was cut off.
    private boolean isUsable(SessionRef ref, LiveSession live) throws IOException {
        return !live.isClosed() && stores.isHeld(ref);
    }

    private LiveSession open(SessionRef ref, boolean goesOn) throws IOException {
        closeIdle(open.size() >= MOST_OPEN ? Duration.ZERO : IDLE);
        Workspace workspace = workspaces.open(served(ref.workspace()));
        ServerApprover approver = approver(ref);
        AgentChoices.Chosen chosen;
        try {
            chosen = agents.of(workspace.root(), logs(ref), ref, approver);
        } catch (MissingKeyException | IllegalArgumentException e) {
            throw Problem.of(503, "unavailable", String.valueOf(e.getMessage())).exception();
        }
        boolean opened = false;
        try {
            SessionBuilder builder =
                    workspace
                            .session()
                            .id(ref.session())
                            .agent(chosen.agent())
                            .model(chosen.model())
                            .approver(chosen.approver())
                            .directories(chosen.directories().toArray(Path[]::new))
                            .awaitingSubAgents();
            Session session = (goesOn ? builder.goingOn() : builder).open();
            approver.askAnew();
            opened = true;
            var _ = session.listen(it -> observer.accept(session.agent().name(), it));
            return new LiveSession(
                    ref,
                    session,
                    chosen.model(),
                    approver,
                    new LiveSession.Parts(
                            store.cluster(), stores, () -> changed(ref), stores.notices()));
        } catch (SessionInUseException e) {
            throw inUse(e);
        } finally {
            if (!opened) {
                chosen.model().close();
            }
        }
    }

    @Override
    public List<Session> open(String workspace) {
        return open.entrySet().stream()
                .filter(it -> it.getKey().workspace().equals(workspace))
                .map(it -> it.getValue().session())
                .toList();
    }

    /// How many sessions of a workspace are at work on this server.
    public int running(String workspace) {
        return (int)
                open.entrySet().stream()
                        .filter(it -> it.getKey().workspace().equals(workspace))
                        .filter(it -> it.getValue().isWorking())
                        .count();
    }

    /// Goes on with a session whose server died. Returns when that is noted, or there is nothing to
    /// do.
    ///
    /// @throws UncheckedIOException if it cannot go on here now
    public void goOn(SessionRef ref) {
        interrupted.add(ref);
        try {
            if (logs(ref).exists(new SessionId(ref.session()))) {
                opened(ref, true).goOn();
            } else {
                interrupted.remove(ref);
                store.cluster().atWork(ref).close();
            }
        } catch (IOException e) {
            changed(ref);
            String why =
                    "The session %s could not go on: %s".formatted(ref.session(), e.getMessage());
            stores.notices().accept(why);
            throw new UncheckedIOException(why, e);
        }
    }

    /// Tells everybody that a session changed, open or not.
    public void changed(SessionRef ref) {
        latest.changed(ref);
    }

    private void tell(SessionRef ref) {
        try {
            if (deleted.remove(ref)) {
                Json.Obj which =
                        Json.Obj.EMPTY.with("workspace", ref.workspace()).with("id", ref.session());
                long _ = store.journal().add("session_deleted", ref.workspace(), which);
            } else if (!ending) {
                Json.Obj view = Records.write(views.of(ref));
                long _ = store.journal().add("session", ref.workspace(), view);
            }
        } catch (NoSuchSessionException _) {
            // It has no log yet, or not any more.
        } catch (IOException e) {
            stores.notices().accept("A change could not be told to clients: " + e.getMessage());
        }
    }

    /// Sets the title of a session, also while it works.
    public void rename(SessionRef ref, String title) throws IOException {
        Optional<LiveSession> live = find(ref);
        if (live.isPresent() && live.get().use()) {
            try {
                live.get().session().changes().rename(title);
            } finally {
                live.get().release();
            }
        } else {
            Workspace workspace = workspaces.open(served(ref.workspace()));
            exclusively(
                    ref, () -> workspace.sessions().rename(new SessionId(ref.session()), title));
        }
        changed(ref);
    }

    /// Deletes a session.
    public void delete(SessionRef ref) throws IOException {
        require(ref);
        var id = new SessionId(ref.session());
        Workspace workspace = workspaces.open(served(ref.workspace()));
        exclusively(ref, () -> workspace.sessions().delete(id));
        store.requests().clear(ref);
        views.forget(ref);
        deleted.add(ref);
        changed(ref);
    }

    private void sweep() {
        try {
            while (!ending) {
                Thread.sleep(SWEEP);
                closeIdle(IDLE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeIdle(Duration idle) {
        open.forEach((ref, live) -> {
            try {
                if (live.closeIfIdle(idle.toNanos())) {
                    open.remove(ref, live);
                }
            } catch (IOException e) {
                open.remove(ref, live);
                stores.notices().accept("A session could not be closed: " + e.getMessage());
            }
        });
    }

    /// Closes all sessions. What is unfinished goes on when the server starts again.
    @Override
    public void close() {
        ending = true;
        sweeper.interrupt();
        closeIdle(Duration.ZERO);
        stores.freeze();
        List<Thread> closing = new ArrayList<>();
        open.values().forEach(it -> closing.add(Thread.startVirtualThread(() -> abandon(it))));
        for (Thread it : closing) {
            try {
                it.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        open.clear();
    }

    private void abandon(LiveSession live) {
        try {
            live.abandon();
        } catch (IOException _) {
            // Its log takes nothing any more: what is unfinished stays so, and goes on later.
            return;
        }
    }
}
