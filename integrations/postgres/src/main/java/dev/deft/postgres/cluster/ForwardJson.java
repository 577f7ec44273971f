package dev.deft.postgres.cluster;

import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Requests as the database has them, without the secrets they came with.
final class ForwardJson {

    /// Who sent the request is known already.
    private static final Set<String> SECRET = Set.of("authorization", "cookie");

    private ForwardJson() {}

    static Json.Obj write(ApiRequest request) {
        Map<String, String> headers = new LinkedHashMap<>(request.headers());
        headers.keySet().removeAll(SECRET);
        return Json.Obj.EMPTY
                .with("method", request.method())
                .with("path", request.path())
                .with("variables", texts(request.variables()))
                .with("query", texts(request.query()))
                .with("headers", texts(headers))
                .with("body", request.body())
                .with("principal", principal(request.principal()));
    }

    private static Json.Obj principal(Principal principal) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("name", principal.name())
                        .with("token", principal.token())
                        .with(
                                "scopes",
                                Json.Arr.ofTexts(
                                        principal.scopes().stream()
                                                .map(AccessScope::wire)
                                                .toList()));
        return principal
                .workspaces()
                .map(it -> json.with("workspaces", Json.Arr.ofTexts(it)))
                .orElse(json);
    }

    static Json.Obj texts(Map<String, String> values) {
        return Json.Obj.of(values);
    }

    static ApiRequest read(Json.Obj json) {
        Json.Obj principal = object(json, "principal");
        Set<AccessScope> scopes = new LinkedHashSet<>();
        list(principal.find("scopes")).forEach(it -> AccessScope.find(it).ifPresent(scopes::add));
        return new ApiRequest(
                json.text("method").orElse(""),
                json.text("path").orElse(""),
                map(object(json, "variables")),
                map(object(json, "query")),
                map(object(json, "headers")),
                json.text("body").orElse(""),
                new Principal(
                        principal.text("name").orElse(""),
                        principal.text("token").orElse(""),
                        scopes,
                        principal.find("workspaces").map(it -> Set.copyOf(list(Optional.of(it))))));
    }

    private static Json.Obj object(Json.Obj json, String name) {
        return json.find(name).orElse(Json.Obj.EMPTY) instanceof Json.Obj it ? it : Json.Obj.EMPTY;
    }

    static Map<String, String> map(Json.Obj json) {
        Map<String, String> map = new LinkedHashMap<>();
        json.fields()
                .forEach((name, value) -> {
                    if (value instanceof Json.Str(String text)) {
                        map.put(name, text);
                    }
                });
        return map;
    }

    private static List<String> list(Optional<Json> json) {
        return json.isPresent() && json.get() instanceof Json.Arr(List<Json> items)
                ? items.stream()
                        .filter(Json.Str.class::isInstance)
                        .map(it -> ((Json.Str) it).value())
                        .toList()
                : List.of();
    }
}
