package dev.deft.server.health;

import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Route;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `/health/live` and `/health/ready`, for those who watch or restart the server. Everybody may
/// ask, so a reason names no path and no address.
public final class HealthRoutes {

    private static final int UNAVAILABLE = 503;

    private final List<Check> checks;

    /// @param checks what must work for requests to be taken
    public HealthRoutes(List<Check> checks) {
        this.checks = List.copyOf(checks);
    }

    /// Something that must work.
    ///
    /// @param name a word
    /// @param failed what is said if it does not
    public record Check(String name, String failed, Step step) {}

    /// Tries something.
    @FunctionalInterface
    public interface Step {

        /// Returns if it works.
        void run() throws IOException;
    }

    /// Whether the server lives.
    public record Liveness(@Doc("Always `up`") String status) {}

    /// Whether the server can take requests.
    public record Readiness(@Doc("`ready` or `not_ready`") String status, List<CheckView> checks) {}

    /// One check.
    public record CheckView(
            String name, boolean ok, @Doc("What does not work") Optional<String> detail) {}

    /// The routes.
    public List<Route> routes() {
        return List.of(
                Route.get("/health/live")
                        .named("server", "getLiveness", "Whether the server lives.")
                        .answers(200, Liveness.class)
                        .by(_ -> ApiResponse.record(200, new Liveness("up"))),
                Route.get("/health/ready")
                        .named("server", "getReadiness", "Whether the server can take requests.")
                        .answers(200, Readiness.class)
                        .answers(UNAVAILABLE, Readiness.class)
                        .by(this::ready));
    }

    private ApiResponse ready(ApiRequest request) {
        List<CheckView> views = new ArrayList<>();
        for (Check it : checks) {
            views.add(view(it));
        }
        boolean ready = views.stream().allMatch(CheckView::ok);
        return ApiResponse.record(
                ready ? 200 : UNAVAILABLE, new Readiness(ready ? "ready" : "not_ready", views));
    }

    private static CheckView view(Check check) {
        try {
            check.step().run();
            return new CheckView(check.name(), true, Optional.empty());
        } catch (IOException _) {
            return new CheckView(check.name(), false, Optional.of(check.failed()));
        }
    }
}
