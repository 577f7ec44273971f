package dev.deft.server.pinned;

import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import dev.deft.server.store.Cluster;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Sends requests for a workspace that this server does not have to one that has it, such as a
/// workspace on the disk of one machine.
///
/// @param here the ids of the workspaces of this server
public record PinnedWorkspaces(Set<String> here, Cluster cluster) {

    private static final String HOLE = "{workspace}";

    /// A request that was sent on once is not sent on again.
    private static final String SENT_ON = "x-deft-sent-on";

    public PinnedWorkspaces {
        here = Set.copyOf(here);
    }

    /// The same routes; those of a workspace look for it on other servers too.
    public List<Route> around(List<Route> routes) {
        return routes.stream().map(it -> it.path().contains(HOLE) ? around(it) : it).toList();
    }

    private Route around(Route route) {
        return new Route(
                route.method(),
                route.path(),
                route.id(),
                route.summary(),
                route.tag(),
                route.scope(),
                route.parameters(),
                route.body(),
                route.answers(),
                route.maxBody(),
                route.acts(),
                request -> handle(route, request));
    }

    private ApiResponse handle(Route route, ApiRequest request)
            throws IOException, InterruptedException {
        String workspace = request.variable("workspace");
        if (here.contains(workspace)
                || !request.principal().sees(workspace)
                || request.header(SENT_ON).isPresent()) {
            return route.handler().handle(request);
        }
        List<String> serving =
                cluster.serving(workspace).stream()
                        .filter(it -> !it.equals(cluster.server()))
                        .toList();
        if (serving.isEmpty()) {
            return route.handler().handle(request);
        }
        List<String> alive = cluster.servers();
        Optional<String> server = serving.stream().filter(alive::contains).findFirst();
        if (server.isEmpty()) {
            throw Problem.unavailable(
                            "The workspace %s is on the server %s, which does not run now. Start it, or serve the workspace elsewhere."
                                    .formatted(workspace, String.join(" or ", serving)))
                    .exception();
        }
        if (streams(route)) {
            throw Problem.unavailable(
                            "The workspace %s is on the server %s; follow its events there."
                                    .formatted(workspace, server.get()))
                    .exception();
        }
        return cluster.forward(server.get(), request.withHeader(SENT_ON, cluster.server()));
    }

    private static boolean streams(Route route) {
        return route.answers().values().stream()
                .anyMatch(it -> it.mediaType().equals("text/event-stream"));
    }
}
