package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Trust;
import java.io.IOException;
import java.nio.file.Path;

/// One root: its files, index, watcher, sandboxes and undo stores, shared by all sessions on it.
///
/// A handle that is counted: what is shared is closed with the last one. Any thread may use it.
public final class Workspace implements AutoCloseable {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final Runnable release;
    private boolean closed;

    Workspace(EngineParts engine, SharedRoot shared, Runnable release) {
        this.engine = engine;
        this.shared = shared;
        this.release = release;
    }

    /// {@return the directory, with every link followed}
    public Path root() {
        return shared.root();
    }

    SharedRoot shared() {
        return shared;
    }

    /// {@return a description of a session: a new one, or one to go on with}
    public SessionBuilder session() {
        return new SessionBuilder(engine, shared);
    }

    /// {@return the sessions of this workspace that are recorded, and what they did to files}
    public SessionFiles sessions() {
        return new SessionFiles(engine, shared);
    }

    /// {@return what is configured here: the environment over the file of the workspace, over that
    /// of the user, over the defaults of a dialect}
    ///
    /// @param dialect whose defaults hold
    /// @param trust whether the file of the workspace speaks for the user
    /// @throws IOException that says what is wrong with a file
    public Configuration configuration(String dialect, Trust trust) throws IOException {
        return Configuration.read(root(), engine.environment(), dialect, trust);
    }

    /// Gives the handle back. Sessions have to be closed before.
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            release.run();
        }
    }
}
