package dev.deft.server.listener;

import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.listener.RouteTable.Match;
import dev.deft.server.wire.IncomingHeadReader;
import dev.deft.server.wire.WireExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One request to a route.
final class RouteRequest {

    private static final Set<String> CONDITIONAL = Set.of("PUT", "PATCH", "DELETE");

    /// What routes do not need, and what must not get into what servers send each other.
    private static final Set<String> SECRET = Set.of("authorization", "cookie");

    private static final Principal NOBODY = new Principal("", "", Set.of(), Optional.of(Set.of()));

    private final RequestChain.Steps steps;
    private final WireExchange exchange;
    private final ClientAddress client;
    private final RequestPath path;
    private final Route route;
    private final Map<String, String> variables;
    private Optional<Access.Identity> identity = Optional.empty();

    /// Who has a cookie at a route that needs none, such as the way out.
    private Optional<Principal> leaving = Optional.empty();

    RouteRequest(
            RequestChain.Steps steps,
            WireExchange exchange,
            ClientAddress client,
            RequestPath path,
            Route route,
            Map<String, String> variables) {
        this.steps = steps;
        this.exchange = exchange;
        this.client = client;
        this.path = path;
        this.route = route;
        this.variables = variables;
    }

    RequestChain.Outcome answer() throws IOException, InterruptedException {
        ApiResponse response = checked();
        Optional<Principal> principal = identity.map(Access.Identity::principal);
        if (route.acts() && (principal.isPresent() || route.scope().isEmpty())) {
            steps.audit()
                    .note(actor(response), route.id(), path, response.status(), client.address());
        }
        Optional<String> cookie = identity.flatMap(Access.Identity::renewed);
        return new RequestChain.Outcome.Answer(
                cookie.isPresent() && !response.headers().containsKey("Set-Cookie")
                        ? response.with("Set-Cookie", cookie.get())
                        : response,
                principal,
                route.id());
    }

    private Optional<Principal> actor(ApiResponse response) throws IOException {
        Optional<Principal> known = identity.map(Access.Identity::principal).or(() -> leaving);
        return known.isPresent() ? known : steps.signIn().comer(response);
    }

    private ApiResponse checked() throws InterruptedException {
        try {
            exchange.body().limit(route.maxBody(), steps.limits().times().body());
            admitted();
            return steps.bodies().read(exchange.body(), this::carriedOut);
        } catch (IOException e) {
            return RequestChain.response(Failures.problem(e));
        } catch (RuntimeException e) {
            return RequestChain.response(Failures.problem(e, route.id()));
        }
    }

    private void admitted() throws IOException {
        if (route.scope().isPresent()) {
            Access.Identity found = steps.signIn().identity(exchange.head(), client.address());
            identity = Optional.of(found);
            steps.admit(found.principal(), route.scope().get(), route.acts(), variables, path);
        } else if (route.acts()) {
            steps.rates().attempt(client.address());
            leaving = steps.signIn().holder(exchange.head());
        }
    }

    private ApiResponse carriedOut(byte[] body) throws IOException, InterruptedException {
        ApiRequest request = request(body);
        if (!route.acts()) {
            ApiResponse response = handled(route, request);
            return route.method().equals("GET")
                    ? EntityTags.read(response, exchange.head().all("if-none-match"))
                    : response;
        }
        return route.scope().isEmpty()
                ? act(request)
                : steps.idempotent().once(request, () -> act(request));
    }

    private ApiResponse act(ApiRequest request) throws IOException, InterruptedException {
        if (CONDITIONAL.contains(route.method())
                && request.header("if-match").isPresent()
                && steps.routes().match("GET", path)
                        instanceof Match.Found(Route get, Map<String, String> _)) {
            EntityTags.check(current(get, request), exchange.head().all("if-match"));
        }
        ApiResponse response = handled(route, request);
        if (response.status() == 401 && route.scope().isEmpty()) {
            steps.rates().failed(client.address());
        }
        return response;
    }

    /// What a read gives now. What is to be made and does not exist does not match anything.
    private ApiResponse current(Route get, ApiRequest request)
            throws IOException, InterruptedException {
        try {
            return handled(get, asGet(request));
        } catch (ProblemException e) {
            if (e.problem().status() == 404 && route.method().equals("PUT")) {
                return ApiResponse.of(e.problem());
            }
            throw e;
        }
    }

    /// A mistake in the program may have acted, so it counts as an answer here already.
    private ApiResponse handled(Route any, ApiRequest request)
            throws IOException, InterruptedException {
        try {
            return any.handler().handle(request);
        } catch (RuntimeException e) {
            throw Failures.problem(e, any.id()).exception();
        }
    }

    private static ApiRequest asGet(ApiRequest it) {
        return new ApiRequest(
                "GET", it.path(), it.variables(), it.query(), it.headers(), "", it.principal());
    }

    private ApiRequest request(byte[] body) throws ProblemException {
        Map<String, String> headers = new HashMap<>();
        exchange.head()
                .headers()
                .forEach((name, values) -> {
                    if (route.scope().isEmpty() || !SECRET.contains(name)) {
                        headers.put(name, IncomingHeadReader.utf8(values.getFirst()));
                    }
                });
        if (body.length > 0 && route.body().isPresent() && !isJson(headers)) {
            throw Problem.of(
                            415,
                            "unsupported_media_type",
                            "The body must have the Content-Type application/json.")
                    .exception();
        }
        return new ApiRequest(
                route.method(),
                path.text(),
                variables,
                path.query(),
                headers,
                text(body),
                identity.map(Access.Identity::principal).orElse(NOBODY));
    }

    private static boolean isJson(Map<String, String> headers) {
        String type = headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT);
        return type.split(";", 2)[0].strip().equals("application/json");
    }

    private static String text(byte[] body) throws ProblemException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException _) {
            throw Problem.badRequest("The body is not UTF-8.").exception();
        }
    }
}
