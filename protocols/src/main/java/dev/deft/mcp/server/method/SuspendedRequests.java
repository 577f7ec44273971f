package dev.deft.mcp.server.method;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.mcp.server.method.SuspendableRequest.Outcome;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Requests of the stateless era that wait for the client to send them again with answers. They are
/// kept in memory, some of them and for some minutes.
final class SuspendedRequests implements AutoCloseable {

    /// Fewer than calls may run, so that they never keep others from running.
    private static final int MAX_SUSPENDED = 64;

    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(10);

    private final RequestState states;
    private final InstantSource clock;
    private final Map<String, Suspended> waiting = new ConcurrentHashMap<>();
    private final Semaphore free = new Semaphore(MAX_SUSPENDED);

    SuspendedRequests(InstantSource clock) {
        this.clock = clock;
        this.states = new RequestState(clock);
    }

    /// A request at work.
    private record Suspended(SuspendableRequest request, Exchange exchange) {}

    /// Answers a request.
    interface Work {

        Json.Obj run(Exchange exchange) throws RpcException, IOException, InterruptedException;
    }

    /// Makes the exchange of a new request.
    interface Start {

        Exchange exchange(ClientLink link);
    }

    /// Answers a request, or goes on with a suspended one.
    ///
    /// @param tell takes its notifications
    Json.Obj answer(String method, Json.Obj params, ClientLink tell, Start start, Work work)
            throws RpcException, InterruptedException {
        String digest = RequestState.digest(method, params);
        Map<String, Json.Obj> given = responses(params);
        return params.find("requestState").isPresent()
                ? resume(params, digest, given, tell)
                : begin(digest, given, tell, start, work);
    }

    private Json.Obj begin(
            String digest, Map<String, Json.Obj> given, ClientLink tell, Start start, Work work)
            throws RpcException, InterruptedException {
        String id = UUID.randomUUID().toString();
        var request = new SuspendableRequest(ANSWER_LIMIT.toMillis());
        Exchange exchange = start.exchange(new Link(request, given, tell));
        waiting.put(id, new Suspended(request, exchange));
        return answered(
                id,
                digest,
                request.start(() -> {
                    try {
                        return work.run(exchange);
                    } finally {
                        waiting.remove(id);
                    }
                }));
    }

    private Json.Obj resume(
            Json.Obj params, String digest, Map<String, Json.Obj> given, ClientLink tell)
            throws RpcException, InterruptedException {
        RequestState.Place place =
                params.text("requestState")
                        .flatMap(it -> states.read(it, digest))
                        .orElseThrow(() ->
                                RpcException.invalidParams(
                                        "This requestState is not valid for this request, or too"
                                                + " old."));
        Suspended suspended = waiting.get(place.request());
        Optional<Outcome> next =
                suspended == null
                        ? Optional.empty()
                        : suspended
                                .request()
                                .resume(
                                        place.round(),
                                        given,
                                        () ->
                                                suspended
                                                        .exchange()
                                                        .continueOn(
                                                                new Link(
                                                                        suspended.request(),
                                                                        Map.of(),
                                                                        tell),
                                                                params));
        return answered(
                place.request(),
                digest,
                next.orElseThrow(() ->
                        RpcException.invalidParams(
                                "No request waits for this any more; begin again without"
                                        + " requestState.")));
    }

    private Json.Obj answered(String id, String digest, Outcome outcome) throws RpcException {
        return switch (outcome) {
            case Outcome.Done(Json.Obj result) -> result;
            case Outcome.Failed(RpcException why) -> throw why;
            case Outcome.Asked(int round, Map<String, InputRequest> questions) ->
                    asked(new RequestState.Place(id, round), digest, questions);
        };
    }

    private Json.Obj asked(
            RequestState.Place place, String digest, Map<String, InputRequest> questions) {
        Map<String, Json> requests = new LinkedHashMap<>();
        questions.forEach((name, it) ->
                requests.put(
                        name,
                        Json.Obj.EMPTY.with("method", it.method()).with("params", it.params())));
        return Json.Obj.EMPTY
                .with("resultType", "input_required")
                .with("inputRequests", new Json.Obj(requests))
                .with(
                        "requestState",
                        states.write(place, digest, clock.instant().plus(ANSWER_LIMIT)));
    }

    private static Map<String, Json.Obj> responses(Json.Obj params) throws RpcException {
        Optional<Json> given = params.find("inputResponses");
        if (given.isEmpty()) {
            return Map.of();
        }
        if (!(given.get() instanceof Json.Obj(Map<String, Json> fields))) {
            throw RpcException.invalidParams("The field inputResponses must be an object.");
        }
        Map<String, Json.Obj> responses = new HashMap<>();
        for (Map.Entry<String, Json> it : fields.entrySet()) {
            if (!(it.getValue() instanceof Json.Obj response)) {
                throw RpcException.invalidParams(
                        "The input response %s must be an object.".formatted(it.getKey()));
            }
            responses.put(it.getKey(), response);
        }
        return responses;
    }

    /// The way to a client that is asked by the result of its request.
    private final class Link implements ClientLink {

        private final SuspendableRequest request;
        private final Map<String, Json.Obj> given;
        private final ClientLink tell;

        Link(SuspendableRequest request, Map<String, Json.Obj> given, ClientLink tell) {
            this.request = request;
            this.given = Map.copyOf(given);
            this.tell = tell;
        }

        @Override
        public void tell(String method, Json.Obj params) {
            tell.tell(method, params);
        }

        /// A client may know what it will be asked, and send the answers at once.
        @Override
        public Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
                throws IOException, InterruptedException {
            if (given.keySet().containsAll(requests.keySet())) {
                Map<String, Json.Obj> answers = new HashMap<>(given);
                answers.keySet().retainAll(requests.keySet());
                return answers;
            }
            if (!free.tryAcquire()) {
                throw new HostException(
                        ErrorCode.LIMIT_REACHED,
                        "%d requests wait for their clients already.".formatted(MAX_SUSPENDED));
            }
            try {
                return request.ask(requests);
            } finally {
                free.release();
            }
        }
    }

    @Override
    public void close() {
        waiting.values().forEach(it -> it.request().cancel());
    }
}
