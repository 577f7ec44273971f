package dev.deft.mcp.server.http;

import com.sun.net.httpserver.HttpExchange;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.mcp.server.method.ClientLink;
import dev.deft.mcp.server.method.ErrorCodes;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcText;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// A request of the stateless era. When its client goes away, the request is cancelled.
record ModernPost(McpEndpoint endpoint) {

    private static final System.Logger LOG = System.getLogger(ModernPost.class.getName());

    void answer(HttpExchange exchange, RpcMessage.Request request)
            throws IOException, InterruptedException {
        var reply = new McpResponse(exchange);
        try {
            ModernHeaders.checkVersion(exchange.getRequestHeaders(), request.params());
            endpoint.modern().check(request.params());
            ModernHeaders.check(exchange.getRequestHeaders(), request);
            ParameterHeaderCheck.check(exchange.getRequestHeaders(), request, endpoint);
        } catch (RpcException e) {
            reply.json(400, failure(request, e.error()));
            return;
        }
        var log = new EventLog("");
        Thread worker =
                Thread.ofVirtual().name("mcp-" + request.method()).start(() -> work(request, log));
        boolean done = false;
        try {
            if (McpResponse.acceptsEvents(exchange)) {
                reply.answer(log, McpResponse.EventStyle.PLAIN);
            } else {
                reply.answerOnce(log);
            }
            done = true;
        } finally {
            if (!done) {
                worker.interrupt();
            }
        }
    }

    private void work(RpcMessage.Request request, EventLog log) {
        try {
            Json.Obj result =
                    endpoint.modern()
                            .answer(
                                    request.id(),
                                    request.method(),
                                    request.params(),
                                    new Link(log),
                                    endpoint.shared());
            log.end(RpcText.write(new RpcMessage.Result(request.id(), result)), 200);
        } catch (RpcException e) {
            log.end(failure(request, e.error()), status(e.error()));
        } catch (IOException e) {
            log.end(failure(request, internal(String.valueOf(e.getMessage()))), 200);
        } catch (InterruptedException _) {
            log.close();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the request " + request.method() + " failed", e);
            log.end(failure(request, internal("An error inside Deft.")), 500);
        }
    }

    private static RpcError internal(String why) {
        return RpcError.of(RpcError.INTERNAL_ERROR, why);
    }

    private static int status(RpcError error) {
        return switch (error.code()) {
            case RpcError.METHOD_NOT_FOUND -> 404;
            case ErrorCodes.HEADER_MISMATCH,
                    ErrorCodes.MISSING_CAPABILITY,
                    ErrorCodes.UNSUPPORTED_VERSION ->
                    400;
            default -> 200;
        };
    }

    static String failure(RpcMessage.Request request, RpcError error) {
        return RpcText.write(new RpcMessage.Failure(Optional.of(request.id()), error));
    }

    /// Notifications go to the stream of the request; questions are results.
    private record Link(EventLog log) implements ClientLink {

        @Override
        public void tell(String method, Json.Obj params) {
            log.add(new RpcMessage.Notification(method, params));
        }

        @Override
        public Map<String, Json.Obj> ask(Map<String, InputRequest> requests) throws HostException {
            throw new HostException(ErrorCode.UNAVAILABLE, "The client cannot be asked.");
        }
    }
}
