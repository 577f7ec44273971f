package dev.deft.server.listener;

import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.listener.RouteTable.Match;
import dev.deft.server.wire.IncomingHead;
import dev.deft.server.wire.WireExchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What each request passes, in this order: path, `Host` and `Origin`, route, size of the body,
/// sign-in, rate, scope and workspace, the body itself, idempotency, entity tags, audit.
final class RequestChain {

    private static final Set<String> UNSAFE = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final OriginCheck origins;
    private final Steps steps;

    RequestChain(OriginCheck origins, Steps steps) {
        this.origins = origins;
        this.steps = steps;
    }

    /// What requests to a route pass.
    record Steps(
            RouteTable routes,
            SignInCheck signIn,
            RateLimits rates,
            BodyBudget bodies,
            IdempotentActs idempotent,
            AuditTrail audit,
            ListenerLimits limits) {

        /// Lets somebody who is known in, or not.
        void admit(
                Principal principal,
                AccessScope scope,
                boolean acts,
                Map<String, String> variables,
                RequestPath path)
                throws ProblemException {
            rates.count(principal, acts);
            if (!principal.may(scope)) {
                throw Problem.forbidden(
                                "This needs a token with the scope %s.".formatted(scope.wire()))
                        .exception();
            }
            for (Map<String, String> named : List.of(variables, path.query())) {
                String workspace = named.getOrDefault("workspace", "");
                if (!workspace.isEmpty() && !principal.sees(workspace)) {
                    throw Problem.noWorkspace(workspace).exception();
                }
            }
        }
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

    Outcome handle(WireExchange exchange, ClientAddress client) throws InterruptedException {
        try {
            return checked(exchange, client);
        } catch (IOException e) {
            return nobody(Failures.problem(e), "none");
        }
    }

    private Outcome checked(WireExchange exchange, ClientAddress client)
            throws IOException, InterruptedException {
        RequestPath path;
        Match match;
        IncomingHead head = exchange.head();
        try {
            path = RequestPath.parse(head.target());
            origins.check(head, client.local());
            match =
                    steps.routes()
                            .match(head.method().equals("HEAD") ? "GET" : head.method(), path);
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
                    new RouteRequest(steps, exchange, client, path, route, variables).answer();
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
            exchange.body().limit(route.maxBody(), steps.limits().times().body());
            if (route.scope().isPresent()) {
                Access.Identity identity =
                        steps.signIn().identity(exchange.head(), client.address());
                principal = Optional.of(identity.principal());
                steps.admit(identity.principal(), route.scope().get(), acts, variables, path);
            }
        } catch (ProblemException e) {
            return new Outcome.Answer(response(e.problem()), principal, route.id());
        }
        if (acts) {
            steps.audit().note(principal, route.id(), path, 0, client.address());
        }
        return new Outcome.Raw(route, principal);
    }
}
