package dev.deft.server.listener;

import dev.deft.server.access.Principal;
import dev.deft.server.access.Scope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.listener.RouteTable.Match;
import dev.deft.server.wire.IncomingHead;
import dev.deft.server.wire.IncomingHeadReader;
import dev.deft.server.wire.WireExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What each request passes, in this order: path, `Host` and `Origin`, route, size of the body,
/// sign-in, rate, scope and workspace, the body itself, idempotency, entity tags, audit.
final class RequestChain {

    private static final Set<String> UNSAFE = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final Set<String> CONDITIONAL = Set.of("PUT", "PATCH", "DELETE");

    /// What routes do not need, and what must not get into what servers send each other.
    private static final Set<String> SECRET = Set.of("authorization", "cookie");

    private static final Principal NOBODY = new Principal("", "", Set.of(), Optional.of(Set.of()));

    private final RouteTable routes;
    private final OriginCheck origins;
    private final SignInCheck signIn;
    private final RateLimits rates;
    private final BodyBudget bodies;
    private final IdempotentActs idempotent;
    private final AuditTrail audit;
    private final ListenerLimits limits;

    RequestChain(
            RouteTable routes,
            OriginCheck origins,
            SignInCheck signIn,
            RateLimits rates,
            BodyBudget bodies,
            IdempotentActs idempotent,
            AuditTrail audit,
            ListenerLimits limits) {
        this.routes = routes;
        this.origins = origins;
        this.signIn = signIn;
        this.rates = rates;
        this.bodies = bodies;
        this.idempotent = idempotent;
        this.audit = audit;
        this.limits = limits;
    }

    /// What is to be sent.
    sealed interface Outcome {

        /// A response.
        ///
        /// @param operation the id of the route
        record Answer(ApiResponse response, Optional<Principal> principal, String operation)
                implements Outcome {}

        /// A handler that writes the response itself.
        record Raw(RawRoute route, Optional<Principal> principal) implements Outcome {}
    }

    Outcome handle(WireExchange exchange, ClientAddress client)
            throws IOException, InterruptedException {
        RequestPath path;
        Match match;
        IncomingHead head = exchange.head();
        try {
            path = RequestPath.parse(head.target());
            origins.check(head);
            match = routes.match(head.method().equals("HEAD") ? "GET" : head.method(), path);
        } catch (ProblemException e) {
            return nobody(e.problem(), "none");
        }
        return switch (match) {
            case Match.Nothing() ->
                    nobody(Problem.notFound("There is nothing at this path."), "none");
            case Match.OtherMethods(Set<String> methods) -> other(head, methods);
            case Match.Raw(RawRoute route, Map<String, String> variables) ->
                    raw(exchange, client, path, route, variables);
            case Match.Found(Route route, Map<String, String> variables) ->
                    new RouteRequest(exchange, client, path, route, variables).answer();
        };
    }

    private static Outcome nobody(Problem problem, String operation) {
        return new Outcome.Answer(response(problem), Optional.empty(), operation);
    }

    static ApiResponse response(Problem problem) {
        ApiResponse response = ApiResponse.of(problem);
        return switch (problem.status()) {
            case 401 -> response.with("WWW-Authenticate", "Bearer realm=\"deft\"");
            case 429 ->
                    response.with(
                            "Retry-After",
                            problem.extra().find("retry_after").map(Object::toString).orElse("1"));
            case 503 -> response.with("Retry-After", "1");
            default -> response;
        };
    }

    private static Outcome other(IncomingHead head, Set<String> methods) {
        String allowed = String.join(", ", methods);
        ApiResponse response =
                head.method().equals("OPTIONS")
                        ? ApiResponse.empty(204)
                        : ApiResponse.of(
                                Problem.of(
                                        405,
                                        "method_not_allowed",
                                        "This path takes %s.".formatted(allowed)));
        return new Outcome.Answer(response.with("Allow", allowed), Optional.empty(), "none");
    }

    private Outcome raw(
            WireExchange exchange,
            ClientAddress client,
            RequestPath path,
            RawRoute route,
            Map<String, String> variables)
            throws IOException {
        Optional<Principal> principal = Optional.empty();
        boolean acts = UNSAFE.contains(exchange.head().method());
        try {
            exchange.body().limit(route.maxBody(), limits.times().body());
            if (route.scope().isPresent()) {
                Access.Identity identity = signIn.identity(exchange.head(), client.address());
                principal = Optional.of(identity.principal());
                admit(identity.principal(), route.scope().get(), acts, variables, path);
            }
        } catch (ProblemException e) {
            return new Outcome.Answer(response(e.problem()), principal, route.id());
        }
        if (acts) {
            audit.note(principal, route.id(), path, 0, client.address());
        }
        return new Outcome.Raw(route, principal);
    }

    private void admit(
            Principal principal,
            Scope scope,
            boolean acts,
            Map<String, String> variables,
            RequestPath path)
            throws ProblemException {
        rates.count(principal, acts);
        if (!principal.may(scope)) {
            throw Problem.forbidden("This needs a token with the scope %s.".formatted(scope.wire()))
                    .exception();
        }
        for (Map<String, String> named : List.of(variables, path.query())) {
            String workspace = named.getOrDefault("workspace", "");
            if (!workspace.isEmpty() && !principal.sees(workspace)) {
                throw Problem.noWorkspace(workspace).exception();
            }
        }
    }

    /// One request to a route.
    private final class RouteRequest {

        private final WireExchange exchange;
        private final ClientAddress client;
        private final RequestPath path;
        private final Route route;
        private final Map<String, String> variables;
        private Optional<Access.Identity> identity = Optional.empty();

        /// Who has a cookie at a route that needs none, such as the way out.
        private Optional<Principal> leaving = Optional.empty();

        RouteRequest(
                WireExchange exchange,
                ClientAddress client,
                RequestPath path,
                Route route,
                Map<String, String> variables) {
            this.exchange = exchange;
            this.client = client;
            this.path = path;
            this.route = route;
            this.variables = variables;
        }

        Outcome answer() throws IOException, InterruptedException {
            ApiResponse response = checked();
            Optional<Principal> principal = identity.map(Access.Identity::principal);
            if (route.acts() && (principal.isPresent() || route.scope().isEmpty())) {
                audit.note(actor(response), route.id(), path, response.status(), client.address());
            }
            Optional<String> cookie = identity.flatMap(Access.Identity::renewed);
            return new Outcome.Answer(
                    cookie.isPresent() && !response.headers().containsKey("Set-Cookie")
                            ? response.with("Set-Cookie", cookie.get())
                            : response,
                    principal,
                    route.id());
        }

        private Optional<Principal> actor(ApiResponse response) throws IOException {
            Optional<Principal> known = identity.map(Access.Identity::principal).or(() -> leaving);
            return known.isPresent() ? known : signIn.comer(response);
        }

        private ApiResponse checked() throws InterruptedException {
            try {
                exchange.body().limit(route.maxBody(), limits.times().body());
                admitted();
                return bodies.read(exchange.body(), this::carriedOut);
            } catch (IOException e) {
                return response(Failures.problem(e));
            } catch (RuntimeException e) {
                return response(Failures.problem(e, route.id()));
            }
        }

        private void admitted() throws IOException {
            if (route.scope().isPresent()) {
                Access.Identity found = signIn.identity(exchange.head(), client.address());
                identity = Optional.of(found);
                admit(found.principal(), route.scope().get(), route.acts(), variables, path);
            } else if (route.acts()) {
                rates.attempt(client.address());
                leaving = signIn.holder(exchange.head());
            }
        }

        private ApiResponse carriedOut(byte[] body) throws IOException, InterruptedException {
            ApiRequest request = request(body);
            if (!route.acts()) {
                return EntityTags.read(
                        handled(route, request), exchange.head().all("if-none-match"));
            }
            return route.scope().isEmpty()
                    ? act(request)
                    : idempotent.once(request, () -> act(request));
        }

        private ApiResponse act(ApiRequest request) throws IOException, InterruptedException {
            if (CONDITIONAL.contains(route.method())
                    && request.header("if-match").isPresent()
                    && routes.match("GET", path)
                            instanceof Match.Found(Route get, Map<String, String> _)) {
                EntityTags.check(handled(get, asGet(request)), exchange.head().all("if-match"));
            }
            ApiResponse response = handled(route, request);
            if (response.status() == 401 && route.scope().isEmpty()) {
                rates.failed(client.address());
            }
            return response;
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
}
