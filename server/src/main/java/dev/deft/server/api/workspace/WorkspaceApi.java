package dev.deft.server.api.workspace;

import dev.deft.engine.choice.AgentChoices;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServerStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Everything about workspaces, put together.
///
/// @param choices which agents and models there are
/// @param sessions lends the sessions that are open
/// @param running how many sessions of a workspace are at work
/// @param version of the program
public record WorkspaceApi(
        OpenWorkspaces workspaces,
        AgentChoices choices,
        SessionUse sessions,
        WorkspaceRoutes.Running running,
        ServerStore store,
        String version,
        InstantSource clock) {

    /// {@return all routes}
    public List<Route> routes() {
        var pipeline = new Pipeline(workspaces, choices::callAgent, sessions);
        var forwarding = new SessionForwarding(store.cluster());
        List<Route> all = new ArrayList<>();
        all.addAll(new ServerRoutes(store, version, clock.instant()).routes());
        all.addAll(
                new WorkspaceRoutes(
                                workspaces,
                                store.requests(),
                                choices.environment(),
                                running,
                                choices::models)
                        .routes());
        all.addAll(new FileRoutes(workspaces, pipeline).routes());
        all.addAll(new ToolRoutes(workspaces).routes());
        all.addAll(
                new CallRoutes(
                                workspaces,
                                pipeline,
                                forwarding,
                                () -> "call_" + UUID.randomUUID().toString().replace("-", ""))
                        .routes());
        all.addAll(
                new RuleRoutes(workspaces, pipeline, forwarding, choices.environment()).routes());
        all.addAll(new ScheduleRoutes(workspaces, pipeline, clock).routes());
        all.addAll(new MemoryRoutes(workspaces, pipeline).routes());
        return List.copyOf(all);
    }
}
