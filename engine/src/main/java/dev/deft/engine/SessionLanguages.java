package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.LanguageServerSettings;
import dev.deft.agent.config.References;
import dev.deft.agent.config.Trust;
import dev.deft.engine.files.ChangeReview;
import dev.deft.engine.files.SourceFiles;
import dev.deft.engine.session.SessionHandles;
import dev.deft.host.LanguageServers;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspaceFiles.Changed;
import dev.deft.lsp.KnownServers;
import dev.deft.lsp.ServerDefinition;
import dev.deft.lsp.ServerPrograms;
import dev.deft.lsp.SessionServers;
import dev.deft.lsp.WorkspaceServers;
import dev.deft.os.PathScope;
import dev.deft.process.ShellSetup;
import dev.deft.sandbox.SandboxBase;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The language servers of a session, opened with the first call that needs them.
final class SessionLanguages
        implements SessionHandles.Factory<LanguageServers>, SessionHandles.Reviewer {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final SessionSetup setup;
    private final ShellSetup shell;
    private Optional<SessionServers> opened = Optional.empty();

    /// @param shell what commands may read; servers may read the same
    SessionLanguages(EngineParts engine, SharedRoot shared, SessionSetup setup, ShellSetup shell) {
        this.engine = engine;
        this.shared = shared;
        this.setup = setup;
        this.shell = shell;
    }

    @Override
    public LanguageServers open(SessionHandles.OpenCall call) throws IOException {
        return servers(shared.languageServers(engine)).forCall(call.lifetime());
    }

    private synchronized SessionServers servers(WorkspaceServers all) throws IOException {
        if (opened.isEmpty()) {
            SandboxBase base = shared.sandboxes().base();
            Trust trust = trust();
            opened =
                    Optional.of(
                            new SessionServers(
                                    all,
                                    definitions(trust),
                                    new ServerPrograms(
                                            shared.root(),
                                            base.helpers(),
                                            engine.environment(),
                                            it -> trust.objection(shared.root(), it).isEmpty()),
                                    shell,
                                    new SourceFiles(this::files)));
        }
        return opened.get();
    }

    private WorkspaceFiles files() throws IOException {
        return shared.files().filesAsTheyAre(PathScope.EVERYTHING);
    }

    private Trust trust() throws IOException {
        return Trust.of(setup.policy(), shared.root(), engine.environment());
    }

    private List<ServerDefinition> definitions(Trust trust) throws IOException {
        Configuration read =
                Configuration.read(
                        shared.root(),
                        engine.environment(),
                        setup.agent().toolset().dialect(),
                        trust);
        return definitions(read.settings().lsp(), engine.environment());
    }

    /// The servers of the settings, then the built-in ones.
    static List<ServerDefinition> definitions(
            List<LanguageServerSettings> configured, Map<String, String> environment)
            throws IOException {
        List<ServerDefinition> own = new ArrayList<>();
        for (LanguageServerSettings it : configured) {
            Map<String, String> variables = new LinkedHashMap<>();
            for (Map.Entry<String, String> variable : it.environment().entrySet()) {
                variables.put(
                        variable.getKey(),
                        References.fill(
                                "lsp.%s.env.%s".formatted(it.name(), variable.getKey()),
                                variable.getValue(),
                                environment));
            }
            own.add(
                    new ServerDefinition(
                            it.name(),
                            it.command(),
                            it.extensions(),
                            variables,
                            it.initializationOptions()));
        }
        return KnownServers.with(own);
    }

    /// Adds the errors that the changes bring, where a server runs already.
    @Override
    public ToolResult.Output reviewed(ToolResult.Output output, List<Changed> changes)
            throws InterruptedException {
        Optional<WorkspaceServers> all = shared.runningLanguageServers();
        List<Changed> inRoot =
                changes.stream().filter(it -> !it.file().display().startsWith("/")).toList();
        if (all.isEmpty() || inRoot.isEmpty()) {
            return output;
        }
        try {
            return new ChangeReview(servers(all.get())).of(output, inRoot);
        } catch (IOException _) {
            // The settings cannot be read; a call that needs a server says so.
            return output;
        }
    }
}
