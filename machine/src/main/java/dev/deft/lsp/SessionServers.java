package dev.deft.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.lsp.ServerPrograms.FoundServer;
import dev.deft.lsp.WorkspaceServers.ServerKey;
import dev.deft.lsp.WorkspaceServers.Use;
import dev.deft.os.CallLifetime;
import dev.deft.process.ShellSetup;
import dev.deft.sandbox.WorkspaceScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The language servers as one session sees them: by its settings and its rules.
public final class SessionServers {

    private final WorkspaceServers shared;
    private final List<ServerDefinition> definitions;
    private final ServerPrograms programs;
    private final ShellSetup setup;
    private final SourceReader reader;
    private final WorkspaceScan scan;

    /// @param definitions the servers it may use, best first
    /// @param setup what its commands may read
    public SessionServers(
            WorkspaceServers shared,
            List<ServerDefinition> definitions,
            ServerPrograms programs,
            ShellSetup setup,
            SourceReader reader) {
        this.shared = shared;
        this.definitions = List.copyOf(definitions);
        this.programs = programs;
        this.setup = setup;
        this.reader = reader;
        this.scan =
                WorkspaceScan.unwatched(
                        shared.base().root(),
                        setup.confinement().extraProtected(),
                        setup.confinement().files());
    }

    /// The servers for one call.
    public LanguageServers forCall(CallLifetime lifetime) {
        return new CallServers(this, lifetime);
    }

    SourceReader reader() {
        return reader;
    }

    /// Takes the server of a file, which is started if it does not run.
    Use use(String path) throws IOException, InterruptedException {
        return shared.use(key(required(path)), setup);
    }

    private FoundServer required(String path) throws HostException {
        if (path.startsWith("/")) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "%s is in a further directory, and language servers see the workspace itself only. Use grep and read."
                            .formatted(path));
        }
        List<ServerDefinition> serving =
                definitions.stream().filter(it -> it.serves(path)).toList();
        if (serving.isEmpty()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "No language server serves files like %s. Use grep and read; more servers can be named under lsp in agent.json."
                            .formatted(path));
        }
        return found(serving)
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.UNAVAILABLE,
                                "The language server %s for %s is not installed where Deft looks for it. Use grep and read; deft doctor tells more."
                                        .formatted(serving.getFirst().name(), path)));
    }

    private Optional<FoundServer> found(List<ServerDefinition> serving) {
        return serving.stream().flatMap(it -> programs.find(it).stream()).findFirst();
    }

    private ServerKey key(FoundServer server) throws IOException {
        return new ServerKey(server, hidden());
    }

    private List<Path> hidden() throws IOException {
        return scan.scan().view().hidden();
    }

    /// Takes the server of a file only if it runs already.
    Optional<Use> useIfRunning(String path) throws IOException {
        if (!shared.anyRunning()) {
            return Optional.empty();
        }
        Optional<FoundServer> server =
                found(definitions.stream().filter(it -> it.serves(path)).toList());
        return server.isEmpty() ? Optional.empty() : shared.useIfRunning(key(server.get()));
    }

    /// Takes all servers that run.
    List<Use> useRunning() throws IOException {
        return shared.useRunning(hidden());
    }

    /// When a file was modified; empty if it is gone.
    public Optional<Instant> modified(String path) {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(shared.base().root().resolve(path)).toInstant());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// The servers and their states.
    List<LanguageServers.Server> status() throws IOException {
        List<Path> hidden = hidden();
        List<LanguageServers.Server> all = new ArrayList<>();
        for (ServerDefinition it : definitions) {
            Optional<FoundServer> found = programs.find(it);
            Optional<Use> use =
                    found.flatMap(server -> shared.useIfRunning(new ServerKey(server, hidden)));
            use.ifPresent(Use::close);
            String state =
                    found.isEmpty() ? "not installed" : use.isPresent() ? "running" : "installed";
            all.add(new LanguageServers.Server(it.name(), state, it.extensions()));
        }
        return all;
    }
}
