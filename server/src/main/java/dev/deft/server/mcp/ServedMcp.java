package dev.deft.server.mcp;

import com.sun.net.httpserver.HttpExchange;
import dev.deft.engine.Workspace;
import dev.deft.mcp.server.McpToolServer;
import dev.deft.mcp.server.http.McpHttpHandler;
import dev.deft.run.Approver;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.http.Problem;
import dev.deft.server.listener.RawRoute;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/mcp` and `/mcp/{workspace}`: an MCP server for each workspace, from its first use on.
public final class ServedMcp implements AutoCloseable {

    private static final String PATH = "/mcp";
    private static final int MAX_BODY = 16 * 1024 * 1024;

    private final OpenWorkspaces workspaces;
    private final Asking asking;
    private final Map<String, String> environment;
    private final String version;
    private final Map<String, Served> servers = new HashMap<>();

    /// Asks somebody about the calls of a session that no client can answer.
    @FunctionalInterface
    public interface Asking {

        Approver of(SessionRef session);
    }

    /// One workspace.
    private record Served(McpToolServer server, McpHttpHandler handler) {}

    /// @param environment names the user's directories
    /// @param version of the program
    public ServedMcp(
            OpenWorkspaces workspaces,
            Asking asking,
            Map<String, String> environment,
            String version) {
        this.workspaces = workspaces;
        this.asking = asking;
        this.environment = Map.copyOf(environment);
        this.version = version;
    }

    /// The paths of it.
    public List<RawRoute> routes() {
        return List.of(
                new RawRoute(PATH, "mcp", Optional.of(AccessScope.SPEAK), MAX_BODY, this::first),
                new RawRoute(
                        PATH + "/{workspace}",
                        "mcp",
                        Optional.of(AccessScope.SPEAK),
                        MAX_BODY,
                        this::named));
    }

    /// The first workspace that the sender may see.
    private void first(HttpExchange exchange, Optional<Principal> principal) throws IOException {
        List<ServedWorkspace> visible = principal.map(workspaces::visibleTo).orElse(List.of());
        if (visible.isEmpty()) {
            throw Problem.notFound("There is no workspace that you may see.").exception();
        }
        handler(visible.getFirst()).handle(exchange);
    }

    private void named(HttpExchange exchange, Optional<Principal> principal) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Principal sender =
                principal.orElseThrow(
                        () -> Problem.unauthenticated("A token is needed.").exception());
        handler(workspaces.find(path.substring(PATH.length() + 1), sender)).handle(exchange);
    }

    private McpHttpHandler handler(ServedWorkspace workspace) throws IOException {
        synchronized (servers) {
            Served known = servers.get(workspace.id());
            if (known == null) {
                known = opened(workspace);
                servers.put(workspace.id(), known);
            }
            return known.handler();
        }
    }

    private Served opened(ServedWorkspace served) throws IOException {
        Workspace workspace = workspaces.open(served);
        McpToolServer server =
                McpToolServer.builder(workspace)
                        .environment(environment)
                        .identity(
                                "deft",
                                version,
                                "Files, search, commands and more in the workspace %s."
                                        .formatted(served.id()))
                        .agent(McpToolServer.defaultAgent().named("mcp"))
                        .approvers((session, client) ->
                                new ClientOrConsole(
                                        client,
                                        () ->
                                                asking.of(
                                                        new SessionRef(
                                                                served.id(), session.get()))))
                        .build();
        return new Served(server, server.handlerBehindChecks());
    }

    /// Ends all sessions of clients.
    @Override
    public void close() {
        List<Served> all;
        synchronized (servers) {
            all = new ArrayList<>(servers.values());
            servers.clear();
        }
        for (Served it : all) {
            it.handler().close();
            it.server().close();
        }
    }
}
