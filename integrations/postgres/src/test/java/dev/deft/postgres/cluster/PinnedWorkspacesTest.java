package dev.deft.postgres.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.postgres.Eventually;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestStores;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.pinned.PinnedWorkspaces;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PinnedWorkspacesTest {

    @TempDir Path root;

    private static Route route(String has) {
        return Route.get("/v1/workspaces/{workspace}/agents")
                .named("agents", "listAgents", "Agents.")
                .needs(AccessScope.LOOK)
                .by(it -> {
                    if (!it.variable("workspace").equals(has)) {
                        throw Problem.noWorkspace(it.variable("workspace")).exception();
                    }
                    return ApiResponse.text(200, "text/plain", "from " + has);
                });
    }

    private static ApiRequest request(String workspace, Optional<Set<String>> granted) {
        return new ApiRequest(
                "GET",
                "/v1/workspaces/%s/agents".formatted(workspace),
                Map.of("workspace", workspace),
                Map.of(),
                Map.of(),
                "",
                new Principal("ann", "t", Set.of(AccessScope.LOOK), granted));
    }

    private static Route pinned(PostgresStore store, String has) {
        return new PinnedWorkspaces(Set.of(has), store.cluster())
                .around(List.of(route(has)))
                .getFirst();
    }

    private PostgresStore open(TestStores stores, String server, String workspace)
            throws IOException {
        PostgresStore store = stores.open(server);
        var _ = store.sessions(new ServedWorkspace(workspace, root));
        return store;
    }

    @Test
    void aRequestReachesTheServerThatHasTheWorkspace() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = open(stores, "a", "left");
            PostgresStore b = open(stores, "b", "right");
            Route onA = pinned(a, "left");
            Route onB = pinned(b, "right");
            try (AutoCloseable _ = a.cluster().begin(onA.handler()::handle, _ -> {});
                    AutoCloseable _ = b.cluster().begin(onB.handler()::handle, _ -> {})) {
                assertThat(text(onA, request("left", Optional.empty()))).isEqualTo("from left");
                assertThat(text(onA, request("right", Optional.empty()))).isEqualTo("from right");
                assertThat(problem(onA, request("nowhere", Optional.empty()))).isEqualTo(404);
                assertThat(problem(onA, request("right", Optional.of(Set.of("left")))))
                        .as("as if it did not exist")
                        .isEqualTo(404);

                b.vanish();
                Eventually.holds("b is dead", () -> !a.cluster().servers().contains("b"));
                assertThatThrownBy(() -> onA.handler().handle(request("right", Optional.empty())))
                        .isInstanceOfSatisfying(
                                ProblemException.class,
                                it -> assertThat(it.problem().status()).isEqualTo(503))
                        .hasMessageContaining("on the server b, which does not run now");
            }
        }
    }

    private static String text(Route route, ApiRequest request) throws Exception {
        var body = (ApiResponse.Body.Bytes) route.handler().handle(request).body();
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    private static int problem(Route route, ApiRequest request) throws Exception {
        try {
            return route.handler().handle(request).status();
        } catch (ProblemException e) {
            return e.problem().status();
        }
    }
}
