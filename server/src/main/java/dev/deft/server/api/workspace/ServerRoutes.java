package dev.deft.server.api.workspace;

import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServerStore;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// `GET /v1`: what this server is, and who asks.
final class ServerRoutes {

    private final ServerStore store;
    private final String version;
    private final Instant started;

    /// @param version of the program
    ServerRoutes(ServerStore store, String version, Instant started) {
        this.store = store;
        this.version = version;
        this.started = started;
    }

    /// The server.
    public record ServerView(
            @Doc("Always `deft`") String name,
            @Doc("The version of the program") String version,
            @Doc("When this server started") String startedAt,
            @Doc("The name of this server among those that share a store") String server,
            @Doc("`files` or `postgresql`") String store,
            @Doc("The servers that are alive") List<String> servers,
            @Doc("Who asks") PrincipalView principal) {}

    /// Who sends a request.
    public record PrincipalView(
            @Doc("The person or program that the token belongs to") String name,
            @Doc("What it may do: `look`, `speak`, `approve`, `administer`") List<String> scopes,
            @Doc("The only workspaces it may see; absent for all")
                    Optional<List<String>> workspaces) {

        static PrincipalView of(Principal principal) {
            return new PrincipalView(
                    principal.name(),
                    principal.scopes().stream().sorted().map(AccessScope::wire).toList(),
                    principal.workspaces().map(it -> it.stream().sorted().toList()));
        }
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1")
                        .named("server", "getServer", "What this server is, and who you are.")
                        .needs(AccessScope.LOOK)
                        .answers(200, ServerView.class)
                        .by(this::get));
    }

    private ApiResponse get(ApiRequest request) throws IOException {
        return ApiResponse.record(
                200,
                new ServerView(
                        "deft",
                        version,
                        started.toString(),
                        store.cluster().server(),
                        store.kind(),
                        store.cluster().servers(),
                        PrincipalView.of(request.principal())));
    }
}
