package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.memory.Embeddings;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.tool.OpenSessions;
import dev.deft.dialect.Dialects;
import dev.deft.engine.files.FileAuthors;
import dev.deft.engine.files.OverlayDirectories;
import dev.deft.engine.memory.WorkspaceMemory;
import dev.deft.engine.network.UserRoutes;
import dev.deft.engine.web.SearchServices;
import dev.deft.lsp.WorkspaceServers;
import dev.deft.net.Connector;
import dev.deft.os.WorkspaceTree;
import dev.deft.policy.Policy;
import dev.deft.process.pool.Sandboxes;
import dev.deft.run.CallPathLocks;
import dev.deft.sandbox.SandboxBase;
import dev.deft.state.StatePaths;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What all sessions on one root share. The engine counts its users; parts are opened on first use.
final class SharedRoot {

    private final Path root;
    private final EngineParts engine;
    private final Sandboxes sandboxes;
    private final SessionStore store;
    private final Supplier<Optional<Embeddings>> embeddings;
    private final CallPathLocks locks = new CallPathLocks();
    private final FileAuthors authors = new FileAuthors();
    private final OpenSessions<Session> sessions = new OpenSessions<>();
    private int users;
    private Optional<WorkspaceTree> files = Optional.empty();
    private Optional<Connector> connector = Optional.empty();
    private Optional<EnvironmentFacts> environmentFacts = Optional.empty();
    private Optional<ScheduleStore> schedules = Optional.empty();
    private Optional<WorkspaceServers> languageServers = Optional.empty();
    private Optional<WorkspaceMemory> memory = Optional.empty();
    private Optional<WorkspaceRegistries> registries = Optional.empty();
    private boolean closed;

    SharedRoot(Path root, EngineParts engine, Supplier<Optional<Embeddings>> embeddings) {
        this.root = root;
        this.engine = engine;
        this.store = engine.store(root);
        this.embeddings = embeddings;
        this.sandboxes = sandboxes(root, engine.environment());
    }

    /// None of them shows Deft's own files.
    private static Sandboxes sandboxes(Path root, Map<String, String> environment) {
        UserDirectories user = UserDirectories.from(environment);
        return new Sandboxes(
                SandboxBase.of(root, environment)
                        .hiding(List.of(user.config(), user.data()))
                        .hiding(new StatePaths(root).privateFiles()),
                OverlayDirectories.of(user, environment));
    }

    /// The store of its sessions.
    SessionStore store() {
        return store;
    }

    /// The store of its sessions, if they are in files.
    Optional<FileSessionStore> fileStore() {
        return store.unwrapped() instanceof FileSessionStore files
                ? Optional.of(files)
                : Optional.empty();
    }

    /// Its sessions that are open in this process.
    OpenSessions<Session> sessions() {
        return sessions;
    }

    /// Serializes calls of all sessions that change the same path.
    CallPathLocks locks() {
        return locks;
    }

    /// Which of its sessions changed a file last.
    FileAuthors authors() {
        return authors;
    }

    /// The warm sandboxes for commands.
    Sandboxes sandboxes() {
        return sandboxes;
    }

    Path root() {
        return root;
    }

    void acquire() {
        users++;
    }

    /// Releases one use; true if it was the last.
    boolean release() {
        users--;
        return users == 0;
    }

    /// The files with their index and watcher. Interrupted changes are repaired before the first
    /// call that uses them.
    synchronized WorkspaceTree files() throws IOException {
        if (closed) {
            throw new IOException("The workspace is closed.");
        }
        if (files.isEmpty()) {
            files = Optional.of(WorkspaceTree.openAsIs(root.toString(), engine.environment()));
        }
        return files.get();
    }

    /// Connects to servers, with the proxies and certificates of the user.
    synchronized Connector connector() {
        if (connector.isEmpty()) {
            connector = Optional.of(new Connector(new UserRoutes(engine.environment())));
        }
        return connector.get();
    }

    /// The schedules.
    synchronized ScheduleStore schedules() {
        if (schedules.isEmpty()) {
            schedules = Optional.of(engine.schedules(root));
        }
        return schedules.get();
    }

    /// The language servers, none of them started yet.
    synchronized WorkspaceServers languageServers(EngineParts engine) throws IOException {
        if (closed) {
            throw new IOException("The workspace is closed.");
        }
        if (languageServers.isEmpty()) {
            languageServers = Optional.of(new WorkspaceServers(sandboxes.base(), engine.clock()));
        }
        return languageServers.get();
    }

    /// The language servers if any of them runs.
    synchronized Optional<WorkspaceServers> runningLanguageServers() {
        return languageServers.isPresent() && languageServers.get().anyRunning()
                ? languageServers
                : Optional.empty();
    }

    /// The memory files and their index.
    synchronized WorkspaceMemory memory() throws IOException {
        if (memory.isEmpty()) {
            List<String> globs =
                    Configuration.read(root, engine.environment(), Dialects.DEFAULT, Trust.UNKNOWN)
                            .settings()
                            .memory()
                            .globs();
            memory = Optional.of(WorkspaceMemory.of(files(), globs, embeddings, engine.notices()));
        }
        return memory.get();
    }

    /// Starts to inspect the repository, or returns the inspection that has just started.
    synchronized EnvironmentFacts environmentFacts() {
        if (environmentFacts.filter(EnvironmentFacts::isFresh).isEmpty()) {
            environmentFacts = Optional.of(new EnvironmentFacts(root));
        }
        return environmentFacts.get();
    }

    /// The engine with the tools that a session has here; the same engine if there are no others.
    ///
    /// @param ofSession sources that only this session has
    EngineParts withTools(
            EngineParts engine, Policy policy, String dialect, List<ToolSource> ofSession)
            throws IOException {
        if (!WorkspaceRegistries.mayDiffer(engine, root, ofSession)) {
            return engine;
        }
        WorkspaceRegistries own;
        synchronized (this) {
            own = registries.orElseGet(() -> new WorkspaceRegistries(root));
            registries = Optional.of(own);
        }
        return own.in(engine, policy, dialect, ofSession);
    }

    /// Forgets the tools of a session that is closed.
    void releaseTools(EngineParts ofSession) {
        Optional<WorkspaceRegistries> own;
        synchronized (this) {
            own = registries;
        }
        own.ifPresent(it -> it.release(ofSession.tools()));
    }

    /// How a session searches the web.
    SearchServices searchServices(EngineParts engine, SessionSetup setup) throws IOException {
        return SearchServices.read(
                root,
                engine.environment(),
                setup.agent().toolset().dialect(),
                Trust.of(setup.policy(), root, engine.environment()));
    }

    synchronized void close() {
        closed = true;
        registries.ifPresent(WorkspaceRegistries::close);
        languageServers.ifPresent(WorkspaceServers::close);
        sandboxes.close();
        memory.ifPresent(WorkspaceMemory::close);
        memory = Optional.empty();
        files.ifPresent(WorkspaceTree::close);
        files = Optional.empty();
    }
}
