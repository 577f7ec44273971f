package dev.deft.mcp.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.mcp.server.method.ModernRequests;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcText;
import dev.deft.rpc.RpcText.Parsed;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/// The MCP server as a handler for a path of an HTTP server, which must run each request on a
/// thread of its own.
public final class McpHttpHandler implements HttpHandler, AutoCloseable {

    private static final int MAX_BODY_BYTES = 16 * 1024 * 1024;
    private static final int MAX_REQUESTS = 512;
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");

    private final McpEndpoint endpoint;
    private final Optional<HttpAccess> access;
    private final ModernPost modern;
    private final LegacyHttp legacy;
    private final Semaphore free = new Semaphore(MAX_REQUESTS);

    public McpHttpHandler(McpEndpoint endpoint, HttpAccess access) {
        this(endpoint, Optional.of(access));
    }

    /// For a server that has checked who sends a request, and from where, before it comes here.
    public static McpHttpHandler behindChecks(McpEndpoint endpoint) {
        return new McpHttpHandler(endpoint, Optional.empty());
    }

    private McpHttpHandler(McpEndpoint endpoint, Optional<HttpAccess> access) {
        this.endpoint = endpoint;
        this.access = access;
        this.modern = new ModernPost(endpoint);
        this.legacy = new LegacyHttp(endpoint, InstantSource.system());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (!free.tryAcquire()) {
            new McpResponse(exchange).empty(503);
            return;
        }
        try (exchange) {
            checked(exchange);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            free.release();
        }
    }

    private void checked(HttpExchange exchange) throws IOException, InterruptedException {
        if (!isOurs(exchange)) {
            new McpResponse(exchange).empty(404);
            return;
        }
        Optional<HttpAccess.Refusal> refusal =
                access.flatMap(it -> it.refusal(exchange.getRequestHeaders()));
        if (refusal.isPresent()) {
            if (refusal.get().status() == 401) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            }
            refuse(
                    exchange,
                    refusal.get().status(),
                    RpcError.INVALID_REQUEST,
                    refusal.get().message());
            return;
        }
        switch (exchange.getRequestMethod()) {
            case "POST" -> post(exchange);
            case "GET" -> ofSession(exchange, () -> legacy.get(exchange));
            case "DELETE" -> ofSession(exchange, () -> legacy.delete(exchange));
            default -> notAllowed(exchange);
        }
    }

    /// The HTTP server gives us every path that begins with ours.
    private static boolean isOurs(HttpExchange exchange) {
        return exchange.getHttpContext().getPath().equals(exchange.getRequestURI().getRawPath());
    }

    /// What only sessions have.
    private interface Step {

        void run() throws IOException, InterruptedException;
    }

    private static void ofSession(HttpExchange exchange, Step step)
            throws IOException, InterruptedException {
        if (isModern(exchange)) {
            notAllowed(exchange);
        } else {
            step.run();
        }
    }

    private static void notAllowed(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Allow", "POST");
        new McpResponse(exchange).empty(405);
    }

    private static boolean isModern(HttpExchange exchange) {
        String version = exchange.getRequestHeaders().getFirst(ModernHeaders.VERSION);
        return version != null && Revision.find(version).filter(Revision::stateless).isPresent();
    }

    private void post(HttpExchange exchange) throws IOException, InterruptedException {
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        if (!type.startsWith("application/json")) {
            refuse(exchange, 415, RpcError.INVALID_REQUEST, "Messages are application/json.");
            return;
        }
        Optional<byte[]> body = body(exchange);
        if (body.isEmpty()) {
            refuse(
                    exchange,
                    413,
                    RpcError.INVALID_REQUEST,
                    "A message may have at most %d bytes.".formatted(MAX_BODY_BYTES));
            return;
        }
        post(exchange, RpcText.parse(body.get()));
    }

    private void post(HttpExchange exchange, Parsed parsed)
            throws IOException, InterruptedException {
        if (isLegacy(exchange, parsed)) {
            legacy.post(exchange, parsed);
            return;
        }
        switch (parsed) {
            case Parsed.One(RpcMessage.Request request) -> modern.answer(exchange, request);
            case Parsed.One(RpcMessage.Notification _) -> new McpResponse(exchange).empty(202);
            case Parsed.One(RpcMessage.Result _), Parsed.One(RpcMessage.Failure _) ->
                    refuse(
                            exchange,
                            400,
                            RpcError.INVALID_REQUEST,
                            "Answers are sent with the request they belong to.");
            case Parsed.Batch _ ->
                    refuse(exchange, 400, RpcError.INVALID_REQUEST, "There are no batches.");
            case Parsed.Broken broken ->
                    new McpResponse(exchange)
                            .json(
                                    400,
                                    RpcText.write(
                                            new RpcMessage.Failure(broken.id(), broken.error())));
        }
    }

    /// A request that names its revision in its body is of the stateless era. Of the others, those
    /// are of a session that have one, want one, or name such a revision in the header.
    private static boolean isLegacy(HttpExchange exchange, Parsed parsed) {
        if (parsed instanceof Parsed.One(RpcMessage.Request request)
                && ModernRequests.version(request.params()).isPresent()) {
            return false;
        }
        String version = exchange.getRequestHeaders().getFirst(ModernHeaders.VERSION);
        if (version != null) {
            Optional<Revision> known = Revision.find(version);
            return known.isPresent()
                    ? !known.get().stateless()
                    : exchange.getRequestHeaders().containsKey(LegacyHttp.SESSION);
        }
        return exchange.getRequestHeaders().containsKey(LegacyHttp.SESSION)
                || !(parsed instanceof Parsed.One(RpcMessage.Request request)
                        && hasMeta(request.params()));
    }

    private static boolean hasMeta(Json.Obj params) {
        return params.find("_meta").orElse(Json.Null.VALUE) instanceof Json.Obj meta
                && meta.fields().keySet().stream()
                        .anyMatch(it -> it.startsWith("io.modelcontextprotocol/"));
    }

    private static Optional<byte[]> body(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            byte[] bytes = in.readNBytes(declared(exchange) + 1);
            return bytes.length > MAX_BODY_BYTES ? Optional.empty() : Optional.of(bytes);
        }
    }

    /// The length that the client declares, or the limit. A small body needs no large buffer.
    private static int declared(HttpExchange exchange) {
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        if (length == null || !LENGTH.matcher(length).matches()) {
            return MAX_BODY_BYTES;
        }
        return Math.min(Integer.parseInt(length), MAX_BODY_BYTES);
    }

    private static void refuse(HttpExchange exchange, int status, int code, String why)
            throws IOException {
        new McpResponse(exchange)
                .json(
                        status,
                        RpcText.write(
                                new RpcMessage.Failure(Optional.empty(), RpcError.of(code, why))));
    }

    /// Ends all sessions and subscriptions.
    @Override
    public void close() {
        endpoint.endSubscriptions();
        legacy.close();
    }
}
