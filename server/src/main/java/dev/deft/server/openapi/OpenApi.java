package dev.deft.server.openapi;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.resource.Resources;
import dev.deft.server.http.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Describes the API by OpenAPI 3.1. What it says comes from the routes and their records.
public final class OpenApi {

    private static final String VERSION = "3.1.1";

    private OpenApi() {}

    /// {@return the description of some routes}
    ///
    /// @param version of the program
    public static Json.Obj of(List<Route> routes, String version) {
        var schemas = new RecordSchemas();
        Problems.addTo(schemas);
        Json.Obj examples = resource("examples.json");
        Map<String, Map<String, Json>> paths = new LinkedHashMap<>();
        for (Route route : routes) {
            Json.Obj operation = new Operation(route, schemas, examples).json();
            paths.computeIfAbsent(path(route), _ -> new LinkedHashMap<>())
                    .put(route.method().toLowerCase(Locale.ROOT), operation);
        }
        Map<String, Json> described = new LinkedHashMap<>();
        paths.forEach((path, operations) -> described.put(path, new Json.Obj(operations)));
        return Json.Obj.EMPTY
                .with("openapi", VERSION)
                .with("info", info(version))
                .with("servers", array(Json.Obj.EMPTY.with("url", "/")))
                .with("tags", tags(routes))
                .with("security", security())
                .with("paths", new Json.Obj(described))
                .with(
                        "components",
                        Json.Obj.EMPTY
                                .with("schemas", schemas.all())
                                .with("responses", Problems.responses())
                                .with("securitySchemes", schemes()));
    }

    /// A hole that takes all that follows is a parameter like any other here.
    private static String path(Route route) {
        return route.path().replace("...}", "}");
    }

    private static Json.Obj info(String version) {
        return Json.Obj.EMPTY
                .with("title", "Deft")
                .with("version", version)
                .with("summary", "Agents at work in workspaces, and everything about them.")
                .with(
                        "description",
                        """
                        Times are ISO-8601 in UTC, durations end in `_ms`. Lists come in pages: \
                        `items`, and `next` as the `cursor` of the next page. Every GET of JSON has \
                        an `ETag`. Everything that acts takes an `Idempotency-Key`. Errors are \
                        problems by RFC 9457.\
                        """)
                .with(
                        "license",
                        Json.Obj.EMPTY.with("name", "Apache 2.0").with("identifier", "Apache-2.0"));
    }

    private static Json.Arr tags(List<Route> routes) {
        List<Json> tags = new ArrayList<>();
        routes.stream()
                .map(Route::tag)
                .distinct()
                .forEach(it -> tags.add(Json.Obj.EMPTY.with("name", it)));
        return new Json.Arr(tags);
    }

    /// A token, or the cookie of somebody who signed in.
    static Json.Arr security() {
        return array(Json.Obj.EMPTY.with("token", array()), Json.Obj.EMPTY.with("cookie", array()));
    }

    private static Json.Obj schemes() {
        return Json.Obj.EMPTY
                .with(
                        "token",
                        RecordSchemas.typed("http")
                                .with("scheme", "bearer")
                                .with("description", "A token of `deft tokens add`."))
                .with(
                        "cookie",
                        RecordSchemas.typed("apiKey")
                                .with("in", "cookie")
                                .with("name", "deft_session")
                                .with(
                                        "description",
                                        "The cookie of `/login`. Requests that act also need the"
                                                + " header `X-Deft-Request: 1`."));
    }

    static Json.Arr array(Json... items) {
        return new Json.Arr(List.of(items));
    }

    private static Json.Obj resource(String name) {
        try {
            return JsonText.parseObject(Resources.text(OpenApi.class, name));
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(name + " is not JSON", e);
        }
    }
}
