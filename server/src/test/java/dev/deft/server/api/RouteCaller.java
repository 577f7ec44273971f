package dev.deft.server.api;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Calls routes without a network.
public final class RouteCaller {

    private final List<Route> routes;
    private final Principal principal;

    public RouteCaller(List<Route> routes) {
        this(
                routes,
                new Principal("ada", "t1", EnumSet.allOf(AccessScope.class), Optional.empty()));
    }

    private RouteCaller(List<Route> routes, Principal principal) {
        this.routes = List.copyOf(routes);
        this.principal = principal;
    }

    /// The same for somebody else.
    public RouteCaller by(Set<AccessScope> scopes, Optional<Set<String>> workspaces) {
        return new RouteCaller(routes, new Principal("bob", "t2", scopes, workspaces));
    }

    /// What a route answered.
    public record Answered(ApiResponse response) {

        public int status() {
            return response.status();
        }

        public Map<String, String> headers() {
            return response.headers();
        }

        public byte[] bytes() {
            return ((ApiResponse.Body.Bytes) response.body()).bytes();
        }

        public Json.Obj json() throws JsonSyntaxException {
            return JsonText.parseObject(new String(bytes(), StandardCharsets.UTF_8));
        }

        public String detail() throws JsonSyntaxException {
            return json().text("detail").orElse("");
        }

        /// The texts of a field of all items.
        public List<String> each(String field) throws JsonSyntaxException {
            return ((Json.Arr) json().find("items").orElseThrow())
                    .items().stream().map(it -> ((Json.Obj) it).text(field).orElse("")).toList();
        }
    }

    public Answered get(String target) throws IOException, InterruptedException {
        return send("GET", target, "");
    }

    public Answered post(String target, Map<String, ?> body)
            throws IOException, InterruptedException {
        return send("POST", target, JsonText.write(Json.Obj.of(body)));
    }

    public Answered send(String method, String target, String body)
            throws IOException, InterruptedException {
        String[] parts = target.split("\\?", 2);
        for (Route route : routes) {
            Optional<Map<String, String>> variables = match(route.path(), parts[0]);
            if (route.method().equals(method) && variables.isPresent()) {
                return answer(
                        route,
                        new ApiRequest(
                                method,
                                parts[0],
                                variables.get(),
                                query(parts),
                                Map.of(),
                                body,
                                principal));
            }
        }
        throw new AssertionError("no route for " + method + " " + target);
    }

    private static Answered answer(Route route, ApiRequest request)
            throws IOException, InterruptedException {
        ApiResponse response;
        try {
            response = route.handler().handle(request);
        } catch (ProblemException e) {
            response = ApiResponse.of(e.problem());
        }
        return new Answered(response);
    }

    private static Optional<Map<String, String>> match(String template, String path) {
        String[] wanted = template.split("/", -1);
        String[] given = path.split("/", -1);
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                variables.put(wanted[i].substring(1, wanted[i].length() - 1), given[i]);
            } else if (!wanted[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }

    private static Map<String, String> query(String[] parts) {
        Map<String, String> query = new LinkedHashMap<>();
        if (parts.length == 2) {
            for (String pair : parts[1].split("&", -1)) {
                String[] both = pair.split("=", 2);
                query.put(both[0], URLDecoder.decode(both[1], StandardCharsets.UTF_8));
            }
        }
        return query;
    }
}
