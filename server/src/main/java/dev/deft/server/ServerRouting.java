package dev.deft.server;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.session.SessionId;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.server.api.session.SessionApi;
import dev.deft.server.api.usage.UsageRoutes;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.api.workspace.WorkspaceApi;
import dev.deft.server.auth.AccessRoutes;
import dev.deft.server.auth.SignInRoutes;
import dev.deft.server.auth.SignIns;
import dev.deft.server.auth.Tokens;
import dev.deft.server.chat.ChatModels;
import dev.deft.server.chat.ChatRoutes;
import dev.deft.server.chat.ChatTurns;
import dev.deft.server.console.ConsoleFiles;
import dev.deft.server.health.HealthRoutes;
import dev.deft.server.http.Route;
import dev.deft.server.listener.RawRoute;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.mcp.ServedMcp;
import dev.deft.server.openapi.OpenApiRoutes;
import dev.deft.server.pinned.PinnedWorkspaces;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// All routes of a server.
record ServerRouting(
        DeftServer.Setup setup,
        AgentChoices choices,
        OpenWorkspaces workspaces,
        LiveSessions live,
        Tokens tokens,
        SignIns signIns) {

    /// Those that are described, and the pages for people.
    List<Route> all() throws IOException {
        List<Route> api = new ArrayList<>();
        api.addAll(health());
        api.addAll(setup.metrics().routes());
        api.addAll(ofWorkspaces());
        api.addAll(new AccessRoutes(tokens, setup.store().audit(), setup.clock()).routes());
        api.addAll(new SessionApi(live, setup.clock(), new SecureRandom()).routes());
        api.addAll(chat());
        List<Route> anywhere = pinned().around(api);
        List<Route> all = new ArrayList<>(OpenApiRoutes.with(anywhere, setup.version()));
        all.addAll(new SignInRoutes(signIns).routes());
        all.addAll(ConsoleFiles.load().routes());
        return all;
    }

    /// Workspaces that only other servers have.
    private PinnedWorkspaces pinned() {
        return new PinnedWorkspaces(
                setup.served().stream().map(ServedWorkspace::id).collect(Collectors.toSet()),
                setup.store().cluster());
    }

    private List<Route> health() {
        return new HealthRoutes(
                        List.of(
                                new HealthRoutes.Check(
                                        "store",
                                        "The store does not answer.",
                                        setup.store()::check)))
                .routes();
    }

    private List<Route> ofWorkspaces() {
        Map<String, String> environment = choices.environment();
        List<Route> routes =
                new ArrayList<>(
                        new WorkspaceApi(
                                        workspaces,
                                        choices,
                                        live,
                                        live::running,
                                        setup.store(),
                                        setup.version(),
                                        setup.clock())
                                .routes());
        routes.addAll(
                new UsageRoutes(
                                setup.served(),
                                setup.store()::sessions,
                                UserDirectories.from(environment).cache(),
                                environment)
                        .routes());
        return routes;
    }

    private List<Route> chat() {
        return new ChatRoutes(
                        new ChatTurns(live, setup.clock()),
                        new ChatModels(choices, setup.served()),
                        setup.clock(),
                        this::sessionId)
                .routes();
    }

    private String sessionId() {
        return SessionId.generate(setup.clock().instant(), new SecureRandom()).value();
    }

    /// MCP.
    List<RawRoute> raw(ServedMcp mcp) {
        return mcp.routes();
    }
}
