package dev.deft.mcp.server.http;

import com.sun.net.httpserver.HttpExchange;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcText;
import dev.deft.rpc.RpcText.Parsed;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The revisions with sessions: `POST` for messages of the client, `GET` for those of the server
/// and to come back to a broken stream, `DELETE` for the end.
final class LegacyHttp implements AutoCloseable {

    static final String SESSION = "Mcp-Session-Id";

    private static final System.Logger LOG = System.getLogger(LegacyHttp.class.getName());
    private static final String LAST_EVENT = "Last-Event-ID";

    private final HttpSessions sessions;

    LegacyHttp(McpEndpoint endpoint, InstantSource clock) {
        this.sessions = new HttpSessions(endpoint, clock);
    }

    void post(HttpExchange exchange, Parsed body) throws IOException, InterruptedException {
        if (body instanceof Parsed.One(RpcMessage.Request request)
                && request.method().equals("initialize")) {
            initialize(exchange, request);
            return;
        }
        Optional<HttpSession> found = session(exchange);
        if (found.isEmpty()) {
            return;
        }
        HttpSession session = found.get();
        switch (body) {
            case Parsed.One(RpcMessage.Request request) -> answer(exchange, session, request);
            case Parsed.One(RpcMessage message) -> {
                take(session, message);
                new McpResponse(exchange).empty(202);
            }
            case Parsed.Batch(List<Parsed> messages) -> batch(exchange, session, messages);
            case Parsed.Broken broken ->
                    new McpResponse(exchange)
                            .json(
                                    400,
                                    RpcText.write(
                                            new RpcMessage.Failure(broken.id(), broken.error())));
        }
    }

    private void initialize(HttpExchange exchange, RpcMessage.Request request)
            throws IOException, InterruptedException {
        var reply = new McpResponse(exchange);
        if (exchange.getRequestHeaders().containsKey(SESSION)) {
            reply.json(400, failure("A session is initialized once."));
            return;
        }
        Optional<HttpSession> session = sessions.create();
        if (session.isEmpty()) {
            reply.json(503, failure("There are too many sessions."));
            return;
        }
        RpcMessage answer = answer(session.get(), request, session.get().standalone());
        if (answer instanceof RpcMessage.Failure) {
            sessions.remove(session.get().id());
        } else {
            exchange.getResponseHeaders().set(SESSION, session.get().id());
        }
        reply.json(200, RpcText.write(answer));
    }

    /// The session of a request; if there is none, the request is refused.
    private Optional<HttpSession> session(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestHeaders().getFirst(SESSION);
        if (id == null) {
            new McpResponse(exchange)
                    .json(400, failure("The header %s is missing.".formatted(SESSION)));
            return Optional.empty();
        }
        Optional<HttpSession> session = sessions.find(id);
        if (session.isEmpty()) {
            new McpResponse(exchange)
                    .json(404, failure("There is no such session; initialize again."));
            return Optional.empty();
        }
        String version = exchange.getRequestHeaders().getFirst(ModernHeaders.VERSION);
        if (version != null && Revision.find(version).filter(it -> !it.stateless()).isEmpty()) {
            new McpResponse(exchange)
                    .json(
                            400,
                            failure(
                                    "A session cannot use the protocol version %s."
                                            .formatted(version)));
            return Optional.empty();
        }
        return session;
    }

    private static String failure(String why) {
        return RpcText.write(
                new RpcMessage.Failure(
                        Optional.empty(), RpcError.of(RpcError.INVALID_REQUEST, why)));
    }

    /// If the connection breaks, the request goes on, and its client may come back for the result.
    private static void answer(
            HttpExchange exchange, HttpSession session, RpcMessage.Request request)
            throws IOException, InterruptedException {
        EventLog stream = session.newStream();
        Thread worker =
                Thread.ofVirtual()
                        .name("mcp-" + request.method())
                        .unstarted(() -> work(session, request, stream));
        if (!session.start(request.id(), worker)) {
            new McpResponse(exchange)
                    .json(
                            400,
                            ModernPost.failure(
                                    request,
                                    RpcError.of(
                                            RpcError.INVALID_REQUEST,
                                            "A request with this id is still running, or too many"
                                                    + " are.")));
            session.forget(stream);
            return;
        }
        worker.start();
        var reply = new McpResponse(exchange);
        if (McpResponse.acceptsEvents(exchange)) {
            reply.answer(stream, style(session));
        } else {
            reply.answerOnce(stream);
        }
        // Events that were written may still not have arrived.
        if (stream.alone().isPresent()) {
            session.forget(stream);
        }
    }

    private static McpResponse.EventStyle style(HttpSession session) {
        return new McpResponse.EventStyle(
                true,
                session.client()
                        .revision()
                        .filter(it -> it.since(Revision.V2025_11_25))
                        .isPresent());
    }

    private static void work(HttpSession session, RpcMessage.Request request, EventLog stream) {
        RpcMessage answer;
        try {
            answer = answer(session, request, stream);
        } catch (InterruptedException _) {
            stream.close();
            return;
        } finally {
            session.ended(request.id());
        }
        stream.end(RpcText.write(answer), 200);
    }

    private static RpcMessage answer(
            HttpSession session, RpcMessage.Request request, EventLog stream)
            throws InterruptedException {
        try {
            return new RpcMessage.Result(
                    request.id(),
                    session.client()
                            .answer(request.method(), request.params(), session.link(stream)));
        } catch (RpcException e) {
            return failed(request, e.error());
        } catch (IOException e) {
            return failed(
                    request, RpcError.of(RpcError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the request " + request.method() + " failed", e);
            return failed(request, RpcError.of(RpcError.INTERNAL_ERROR, "An error inside Deft."));
        }
    }

    private static RpcMessage failed(RpcMessage.Request request, RpcError error) {
        return new RpcMessage.Failure(Optional.of(request.id()), error);
    }

    private static void take(HttpSession session, RpcMessage message) {
        switch (message) {
            case RpcMessage.Notification(String method, Json.Obj params) ->
                    session.notified(method, params);
            case RpcMessage.Result(Json id, Json _) -> session.answered(id, message);
            case RpcMessage.Failure(Optional<Json> id, RpcError _) ->
                    id.ifPresent(it -> session.answered(it, message));
            case RpcMessage.Request _ -> throw new AssertionError("requests are answered");
        }
    }

    /// Only 2025-03-26 has batches. Its requests run one after the other.
    private static void batch(HttpExchange exchange, HttpSession session, List<Parsed> messages)
            throws IOException, InterruptedException {
        var reply = new McpResponse(exchange);
        if (!session.client().revision().equals(Optional.of(Revision.V2025_03_26))) {
            reply.json(400, failure("This revision has no batches."));
            return;
        }
        List<Json> answers = new ArrayList<>();
        for (Parsed it : messages) {
            answerTo(session, it).ifPresent(one -> answers.add(RpcText.json(one)));
        }
        if (answers.isEmpty()) {
            reply.empty(202);
        } else {
            reply.json(200, JsonText.write(new Json.Arr(answers)));
        }
    }

    private static Optional<RpcMessage> answerTo(HttpSession session, Parsed message)
            throws InterruptedException {
        return switch (message) {
            case Parsed.One(RpcMessage.Request request) ->
                    Optional.of(answer(session, request, session.standalone()));
            case Parsed.One(RpcMessage other) -> {
                take(session, other);
                yield Optional.empty();
            }
            case Parsed.Broken broken ->
                    broken.answerable()
                            ? Optional.of(new RpcMessage.Failure(broken.id(), broken.error()))
                            : Optional.empty();
            case Parsed.Batch _ -> throw new AssertionError("batches do not nest");
        };
    }

    void get(HttpExchange exchange) throws IOException, InterruptedException {
        if (!McpResponse.acceptsEvents(exchange)) {
            new McpResponse(exchange).empty(406);
            return;
        }
        Optional<HttpSession> session = session(exchange);
        if (session.isEmpty()) {
            return;
        }
        String last = exchange.getRequestHeaders().getFirst(LAST_EVENT);
        if (last == null) {
            EventLog log = session.get().standalone();
            new McpResponse(exchange).events(log, log.last(), style(session.get()));
            return;
        }
        int dash = last.lastIndexOf('-');
        Optional<EventLog> stream =
                dash < 0 ? Optional.empty() : session.get().stream(last.substring(0, dash));
        if (stream.isEmpty() || !last.substring(dash + 1).matches("[0-9]{1,18}")) {
            new McpResponse(exchange).json(404, failure("There is no such event."));
            return;
        }
        new McpResponse(exchange)
                .events(
                        stream.get(),
                        Long.parseLong(last.substring(dash + 1)),
                        style(session.get()));
    }

    void delete(HttpExchange exchange) throws IOException {
        Optional<HttpSession> session = session(exchange);
        if (session.isPresent()) {
            sessions.remove(session.get().id());
            new McpResponse(exchange).empty(204);
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
