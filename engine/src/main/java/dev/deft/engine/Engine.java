package dev.deft.engine;

import dev.deft.agent.memory.index.ModelOpener;
import dev.deft.engine.observe.EngineObserver;
import dev.deft.registry.ToolRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that sessions share: configuration, models, tool sources, session stores and the
/// clock. Built once, closed once.
///
/// An engine and its workspaces may be used by any number of threads.
///
/// ```java
/// try (Engine engine = Engine.builder().build();
///         Workspace workspace = engine.workspace(Path.of("."));
///         Session session = workspace.session().open()) {
///     Envelope found = session.call("grep", Map.of("pattern", "TODO"));
/// }
/// ```
public final class Engine implements AutoCloseable {

    private final Optional<EngineObserver> telemetry;
    private final EngineParts parts;
    private final ModelOpener embeddings;
    private final Map<Path, SharedRoot> roots = new HashMap<>();
    private boolean closed;

    /// @param telemetry is closed with the engine
    Engine(Optional<EngineObserver> telemetry, EngineParts parts) {
        this.telemetry = telemetry;
        this.parts = parts;
        this.embeddings = new ModelOpener(parts.user().cache(), parts.notices());
    }

    /// {@return a builder; whatever is not set has its default}
    public static EngineBuilder builder() {
        return new EngineBuilder();
    }

    /// {@return all tools of all sources}
    public ToolRegistry tools() {
        return parts.tools();
    }

    /// {@return a handle of a workspace, to be closed by the caller}
    ///
    /// All handles of one root share its files, index, watcher and sandboxes, which are opened on
    /// first use and closed with the last handle.
    ///
    /// @param root a directory
    /// @throws IOException if there is no such directory
    /// @throws IllegalStateException if the engine is closed
    public Workspace workspace(Path root) throws IOException {
        Path real = root.toRealPath();
        synchronized (roots) {
            if (closed) {
                throw new IllegalStateException("the engine is closed");
            }
            SharedRoot shared =
                    roots.computeIfAbsent(real, it -> new SharedRoot(it, parts, embeddings));
            shared.acquire();
            return new Workspace(parts, shared, () -> release(shared));
        }
    }

    private void release(SharedRoot shared) {
        boolean last;
        synchronized (roots) {
            last = shared.release();
            if (last) {
                roots.remove(shared.root());
            }
        }
        if (last) {
            shared.close();
        }
    }

    /// Closes all workspaces that are still open, and the tool sources. Close the sessions first.
    @Override
    public void close() {
        List<SharedRoot> open;
        synchronized (roots) {
            closed = true;
            open = new ArrayList<>(roots.values());
            roots.clear();
        }
        open.forEach(SharedRoot::close);
        embeddings.close();
        parts.tools().close();
        telemetry.ifPresent(EngineObserver::close);
    }
}
