package dev.deft.server.live;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.codec.Records;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Approver;
import dev.deft.server.access.Principal;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.api.workspace.SessionUse;
import dev.deft.server.http.ApiResponse.EventSource;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.OpenRequests.OpenRequest;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

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
    private final AgentChoices choices;
    private final ServerStore store;
    private final ObservedStores stores;
    private final SessionFeeds feeds;
    private final SessionViews views;
    private final Map<SessionRef, LiveSession> open = new ConcurrentHashMap<>();
    private final Map<SessionRef, ReentrantLock> opening = new ConcurrentHashMap<>();
    private final Map<SessionRef, ServerApprover> askers = new ConcurrentHashMap<>();
    private final Set<SessionRef> interrupted = ConcurrentHashMap.newKeySet();
    private final Thread sweeper;
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
        this.choices = choices;
        this.store = store;
        this.stores = stores;
        this.feeds = feeds;
        this.views = new SessionViews(this, store, stores);
        this.sweeper = Thread.ofVirtual().name("idle-sessions").start(this::sweep);
    }

    /// The views of sessions.
    public SessionViews views() {
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
        var id = new SessionId(ref.session());
        checkChoice(ref, choice);
        try (SessionWriter writer = SessionWriter.deferred(logs(ref), id, settings.clock())) {
            var values = new SessionValues(writer, SecretMask.KEYS_ONLY);
            if (logs(ref).exists(id)) {
                throw new SessionExistsException(id);
            }
            String _ = writer.start();
            values.save(SessionFacts.CHOICE, json(choice));
        } catch (SessionExistsException _) {
            throw Problem.conflict("There is a session %s already.".formatted(ref.session()))
                    .exception();
        } catch (SessionInUseException e) {
            throw inUse(e);
        }
        changed(ref);
    }

    private static Json.Obj json(AgentChoices.Choice choice) {
        Json.Obj empty = Json.Obj.EMPTY;
        Json.Obj agent = choice.agent().map(it -> empty.with("agent", it)).orElse(empty);
        return choice.model().map(it -> agent.with("model", it)).orElse(agent);
    }

    /// A wrong name is told now, not with the first message. A missing key is told then.
    private void checkChoice(SessionRef ref, AgentChoices.Choice choice) throws IOException {
        if (choice.equals(AgentChoices.Choice.CONFIGURED)) {
            return;
        }
        try {
            choices.choose(root(ref), choice, Approver.HEADLESS).model().close();
        } catch (MissingKeyException _) {
            // The agent and the model are known.
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage())).exception();
        }
    }

    private Path root(SessionRef ref) throws IOException {
        return workspaces.open(served(ref.workspace())).root();
    }

    /// Gives a session another agent or model, between two runs.
    ///
    /// @throws ProblemException while it works, or if there is no such agent or model
    public void choose(SessionRef ref, AgentChoices.Choice choice) throws IOException {
        checkChoice(ref, choice);
        exclusively(
                ref,
                () -> {
                    AgentChoices.Choice before = chosen(ref);
                    var both =
                            new AgentChoices.Choice(
                                    choice.agent().or(before::agent),
                                    choice.model().or(before::model));
                    try (SessionWriter writer =
                            SessionWriter.open(
                                    logs(ref), new SessionId(ref.session()), settings.clock())) {
                        new SessionValues(writer, SecretMask.KEYS_ONLY)
                                .save(SessionFacts.CHOICE, json(both));
                    }
                });
        changed(ref);
    }

    private AgentChoices.Choice chosen(SessionRef ref) throws IOException {
        var choice = new ArrayList<Json.Obj>(List.of(Json.Obj.EMPTY));
        logs(ref)
                .read(
                        new SessionId(ref.session()),
                        0,
                        it -> {
                            if (it.text("name").orElse("").equals(SessionFacts.CHOICE)
                                    && it.find("value").orElse(Json.Null.VALUE)
                                            instanceof Json.Obj value) {
                                choice.set(0, value);
                            }
                        });
        return new AgentChoices.Choice(
                choice.getFirst().text("agent"), choice.getFirst().text("model"));
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
        ReentrantLock lock = opening.computeIfAbsent(ref, _ -> new ReentrantLock());
        lock.lock();
        try {
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
        } finally {
            lock.unlock();
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

    /// The conversations of a session.
    public SessionTalks talks() {
        return new SessionTalks(this);
    }

    private LiveSession opened(SessionRef ref, boolean goesOn) throws IOException {
        LiveSession known = open.get(ref);
        if (known != null && stores.isHeld(ref)) {
            return known;
        }
        ReentrantLock lock = opening.computeIfAbsent(ref, _ -> new ReentrantLock());
        lock.lock();
        try {
            LiveSession raced = open.get(ref);
            if (raced != null && stores.isHeld(ref)) {
                return raced;
            }
            if (raced != null) {
                // Another server took it over while this one was cut off.
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
        } finally {
            lock.unlock();
        }
    }

    private LiveSession open(SessionRef ref, boolean goesOn) throws IOException {
        closeIdle(open.size() >= MOST_OPEN ? Duration.ZERO : IDLE);
        Workspace workspace = workspaces.open(served(ref.workspace()));
        var approver = new ServerApprover(store, ref, settings.clock(), () -> changed(ref));
        AgentChoices.Chosen chosen;
        try {
            chosen = choices.choose(workspace.root(), chosen(ref), approver);
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
            store.requests().clear(ref);
            opened = true;
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

    /// Goes on with a session whose server died. Called by the cluster, which tries again later
    /// when this fails.
    public void goOn(SessionRef ref) {
        interrupted.add(ref);
        try {
            opened(ref, true).goOn();
        } catch (NoSuchSessionException _) {
            interrupted.remove(ref);
        } catch (IOException e) {
            changed(ref);
            throw new UncheckedIOException(
                    "The session %s could not go on: %s".formatted(ref.session(), e.getMessage()),
                    e);
        }
    }

    /// Asks whoever may answer about the calls of a session that is not one of these, such as that
    /// of an MCP client. It is asked as long as this process lives.
    public Approver asker(SessionRef ref) {
        return askers.computeIfAbsent(
                ref, it -> new ServerApprover(store, it, settings.clock(), () -> {}));
    }

    /// The one who asks for a session that is not one of these.
    Optional<ServerApprover> askerOf(SessionRef ref) {
        return Optional.ofNullable(askers.get(ref));
    }

    /// How a session stands that is open here.
    ///
    /// @param state `idle`, `running` or `waiting`
    /// @param queued how many messages wait
    public record Standing(String state, int queued) {}

    /// How the sessions stand that are open here.
    public List<Standing> standing() {
        return open.values().stream()
                .map(it ->
                        new Standing(
                                !it.approver().open().isEmpty()
                                        ? "waiting"
                                        : it.isWorking() ? "running" : "idle",
                                it.waiting()))
                .toList();
    }

    /// Tells everybody that a session changed.
    void changed(SessionRef ref) {
        if (ending) {
            return;
        }
        try {
            long _ = store.journal().add("session", ref.workspace(), Records.write(views.of(ref)));
        } catch (IOException e) {
            stores.notices().accept("A change could not be told to clients: " + e.getMessage());
        }
    }

    /// Tells everybody that something changed in a session that is not open.
    public void touched(SessionRef ref) {
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
        long _ =
                store.journal()
                        .add(
                                "session_deleted",
                                ref.workspace(),
                                Json.Obj.EMPTY
                                        .with("workspace", ref.workspace())
                                        .with("id", ref.session()));
    }

    /// The events of a session.
    ///
    /// @param after the last event that the client has, as `E` or `E.n`
    /// @throws ProblemException if it is no such position, or there is no such session
    public EventSource events(SessionRef ref, Optional<String> after) throws IOException {
        require(ref);
        Optional<EventPosition> from = after.flatMap(EventPosition::parse);
        if (after.isPresent() && from.isEmpty()) {
            throw Problem.badRequest("Last-Event-ID is E or E.n, as events have it.").exception();
        }
        return new SessionEvents(
                feeds.of(ref),
                logs(ref),
                new SessionId(ref.session()),
                from,
                new SessionEvents.Standing() {
                    @Override
                    public Json.Obj state() throws IOException {
                        return Records.write(views.of(ref));
                    }

                    @Override
                    public List<Json.Obj> requests() throws IOException {
                        return store.requests().list().stream()
                                .filter(it -> it.session().equals(ref))
                                .map(OpenRequest::request)
                                .toList();
                    }
                });
    }

    /// The events of all sessions that somebody may see.
    ///
    /// @param after the number of the last event that the client has
    public EventSource allEvents(Principal principal, OptionalLong after) {
        return new AllEvents(
                feeds.journal(),
                principal,
                after,
                Json.Obj.EMPTY
                        .with("server", store.cluster().server())
                        .with("version", settings.version()));
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
        } catch (IOException e) {
            stores.notices().accept("A session could not be closed: " + e.getMessage());
        }
    }
}
