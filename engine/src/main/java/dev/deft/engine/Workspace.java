package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Trust;
import dev.deft.dialect.Dialects;
import dev.deft.host.FileQuery;
import dev.deft.host.FoundFiles;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.PathScope;
import dev.deft.policy.Policy;
import dev.deft.registry.ToolRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;

/// One root: its files, index, watcher, sandboxes and undo stores, shared by all sessions on it.
///
/// This is a counted handle: the last one to close releases what is shared. It is thread-safe.
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

    /// {@return the directory with all symlinks resolved}
    public Path root() {
        return shared.root();
    }

    SharedRoot shared() {
        return shared;
    }

    /// {@return a builder for a new session or one to continue}
    public SessionBuilder session() {
        return new SessionBuilder(engine, shared);
    }

    /// {@return the stored sessions of this workspace and their file changes}
    public SessionFiles sessions() {
        return new SessionFiles(engine, shared);
    }

    /// {@return the scheduled jobs of this workspace}
    public Schedules schedules() {
        return new Schedules(engine, shared);
    }

    /// {@return all tools that sessions have here: those of the engine, and those that are programs
    /// of the user or, if the user trusts it, of this workspace, and those from elsewhere}
    ///
    /// @throws IOException if a directory cannot be read
    public ToolRegistry tools() throws IOException {
        return tools(Dialects.DEFAULT);
    }

    /// {@return the same for sessions of a dialect, in which tools from elsewhere may have other
    /// names}
    ///
    /// @param dialect its name
    /// @throws IOException if a directory cannot be read
    public ToolRegistry tools(String dialect) throws IOException {
        return shared.withTools(engine, Policy.unspecified(), dialect, List.of()).tools();
    }

    /// {@return the paths of files and directories below the root, as `glob` finds them: neither
    /// ignored nor hidden ones}
    ///
    /// They come from the search index, which the first call or session prepares. Directories end
    /// with `/` and stand before what they contain.
    ///
    /// @param most how many paths at most
    /// @throws IOException if the workspace cannot be read
    /// @throws InterruptedException if the thread was interrupted
    public List<String> files(int most) throws IOException, InterruptedException {
        WorkspaceFiles all = shared.files().filesAsTheyAre(PathScope.EVERYTHING);
        FoundFiles found = all.find(new FileQuery(all.resolve("."), "**", FileQuery.Order.BY_PATH));
        var paths = new LinkedHashSet<String>();
        for (String file : found.files()) {
            for (int end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
                paths.add(file.substring(0, end + 1));
            }
            paths.add(file);
            if (paths.size() >= most) {
                break;
            }
        }
        return paths.stream().limit(Math.max(0, most)).toList();
    }

    /// {@return the configuration: the environment overrides the file of the workspace, which
    /// overrides that of the user, which overrides the defaults of a dialect}
    ///
    /// @param dialect provides the defaults
    /// @param trust whether the user trusts the file of the workspace
    /// @throws IOException if a file is invalid
    public Configuration configuration(String dialect, Trust trust) throws IOException {
        return Configuration.read(root(), engine.environment(), dialect, trust);
    }

    /// {@return the agents: built-in ones, those of the user and those of this workspace}
    ///
    /// ```java
    /// AgentSpec review = workspace.agents(Trust.UNKNOWN).spec("review", AgentSpec.standard());
    /// ```
    ///
    /// @param trust which definitions of the workspace may widen what an agent may do
    public AgentCatalog agents(Trust trust) {
        return AgentCatalog.read(root(), engine.environment(), trust);
    }

    /// Releases the handle. Close its sessions first.
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            release.run();
        }
    }
}
