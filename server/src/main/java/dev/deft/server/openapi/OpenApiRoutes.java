package dev.deft.server.openapi;

import dev.deft.codec.JsonText;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// `GET /v1/openapi.json`.
public final class OpenApiRoutes {

    private OpenApiRoutes() {}

    /// {@return the routes and the one that describes them all}
    ///
    /// @param version of the program
    public static List<Route> with(List<Route> routes, String version) {
        List<Route> all = new ArrayList<>(routes);
        all.add(route(_ -> ApiResponse.empty(503)));
        byte[] text = JsonText.write(OpenApi.of(all, version)).getBytes(StandardCharsets.UTF_8);
        all.removeLast();
        all.add(route(_ -> ApiResponse.bytes(200, "application/json", text)));
        return List.copyOf(all);
    }

    private static Route route(Route.Handler handler) {
        return Route.get("/v1/openapi.json")
                .named("server", "getDescription", "This description of the API.")
                .answers(200, "application/json", "A document by OpenAPI 3.1.")
                .by(handler);
    }
}
