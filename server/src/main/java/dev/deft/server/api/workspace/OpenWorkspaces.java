package dev.deft.server.api.workspace;

import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The workspaces that this server offers, each open from its first use on. Thread-safe.
public final class OpenWorkspaces implements AutoCloseable {

    private final Engine engine;
    private final List<ServedWorkspace> served;
    private final Map<String, Workspace> open = new HashMap<>();

    /// @param engine closed by whoever made it, after this
    public OpenWorkspaces(Engine engine, List<ServedWorkspace> served) {
        this.engine = engine;
        this.served = List.copyOf(served);
    }

    /// {@return those that somebody may see}
    public List<ServedWorkspace> visibleTo(Principal principal) {
        return served.stream().filter(it -> principal.sees(it.id())).toList();
    }

    /// {@return the workspace that the path of a request names}
    ///
    /// @throws ProblemException if there is none that the sender may see
    public ServedWorkspace of(ApiRequest request) throws ProblemException {
        return find(request.variable("workspace"), request.principal());
    }

    /// {@return the workspace of an id}
    ///
    /// @throws ProblemException if there is none that the principal may see
    public ServedWorkspace find(String id, Principal principal) throws ProblemException {
        Optional<ServedWorkspace> found =
                visibleTo(principal).stream().filter(it -> it.id().equals(id)).findFirst();
        return found.orElseThrow(() ->
                Problem.notFound(
                                "There is no workspace of this name; GET /v1/workspaces"
                                        + " lists those that you may see.")
                        .exception());
    }

    /// {@return the handle of a workspace, which this object closes}
    ///
    /// @throws IOException if its directory cannot be opened
    public Workspace open(ServedWorkspace workspace) throws IOException {
        synchronized (open) {
            Workspace known = open.get(workspace.id());
            if (known != null) {
                return known;
            }
            Workspace opened = engine.workspace(workspace.root());
            open.put(workspace.id(), opened);
            return opened;
        }
    }

    @Override
    public void close() {
        synchronized (open) {
            open.values().forEach(Workspace::close);
            open.clear();
        }
    }
}
