package dev.deft.lsp;

import com.google.gson.JsonElement;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.messages.CancelParams;
import org.eclipse.lsp4j.jsonrpc.messages.Message;
import org.eclipse.lsp4j.jsonrpc.messages.NotificationMessage;
import org.eclipse.lsp4j.jsonrpc.messages.RequestMessage;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseMessage;
import org.eclipse.lsp4j.jsonrpc.services.ServiceEndpoints;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.jspecify.annotations.Nullable;

/// Requests and notifications to a server, and its own to us.
///
/// What arrives is bounded by [Frames]. A server that breaks the protocol is lost: every waiting
/// request fails with the reason, and so does every later one.
final class Connection {

    private static final int MOST_PENDING = 256;

    private final String name;
    private final Output output;
    private final ServerRequests requests;
    private final MessageJsonHandler json;
    private final AtomicLong ids = new AtomicLong();
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();
    private volatile Optional<String> lost = Optional.empty();

    /// Takes the messages to the server.
    @FunctionalInterface
    interface Output {

        void send(byte[] message) throws IOException;
    }

    /// @param requests answers the server
    Connection(String name, Output output, ServerRequests requests) {
        this.name = name;
        this.output = output;
        this.requests = requests;
        Map<String, JsonRpcMethod> methods =
                new HashMap<>(ServiceEndpoints.getSupportedMethods(LanguageClient.class));
        methods.putAll(ServiceEndpoints.getSupportedMethods(LanguageServer.class));
        this.json = new MessageJsonHandler(methods);
        json.setMethodProvider(id -> {
            Pending asked = pending.get(id);
            return asked == null ? null : asked.method();
        });
    }

    /// A request that waits for its answer.
    private record Pending(String method, BlockingQueue<Reply> reply) {}

    private sealed interface Reply {

        record Answer(Optional<Object> result) implements Reply {}

        record Refusal(String message) implements Reply {}

        record Lost(String reason) implements Reply {}
    }

    /// Reads until the stream ends or the server breaks the protocol; then it is lost.
    ///
    /// @return why it is lost
    String read(InputStream in) {
        var frames = new Frames(in);
        String reason = "it closed its output";
        try {
            Optional<String> frame = frames.next();
            while (frame.isPresent() && lost.isEmpty()) {
                dispatch(frame.get());
                frame = frames.next();
            }
        } catch (IOException e) {
            reason = String.valueOf(e.getMessage());
        }
        lose(reason);
        return lost.orElse(reason);
    }

    private void dispatch(String frame) throws IOException {
        switch (parsed(frame)) {
            case ResponseMessage response -> answer(response);
            case RequestMessage request -> send(response(request));
            case NotificationMessage notification ->
                    requests.notice(notification.getMethod(), notification.getParams());
            case Message other ->
                    throw new IOException("it sent an unknown message: " + other.getJsonrpc());
        }
    }

    /// Whatever the parser throws means that the server sent something unreadable.
    private Message parsed(String frame) throws IOException {
        try {
            Message message = json.parseMessage(frame);
            if (message == null) {
                throw new IOException("it sent an empty message");
            }
            return message;
        } catch (RuntimeException e) {
            throw new IOException("it sent a message that cannot be read", e);
        }
    }

    private void answer(ResponseMessage response) {
        Pending asked = response.getId() == null ? null : pending.remove(response.getId());
        if (asked == null) {
            return;
        }
        ResponseError error = response.getError();
        asked.reply()
                .offer(
                        error != null
                                ? new Reply.Refusal(String.valueOf(error.getMessage()))
                                : new Reply.Answer(Optional.ofNullable(response.getResult())));
    }

    private ResponseMessage response(RequestMessage request) {
        var response = new ResponseMessage();
        response.setRawId(request.getRawId());
        Optional<ServerRequests.Result> result =
                requests.answer(request.getMethod(), request.getParams());
        if (result.isPresent()) {
            response.setResult(result.get().value());
        } else {
            response.setError(
                    new ResponseError(
                            ResponseErrorCode.MethodNotFound,
                            "Not supported: " + request.getMethod(),
                            null));
        }
        return response;
    }

    /// Asks the server and waits for its answer.
    ///
    /// @return empty if the answer is `null`
    Optional<Object> request(String method, @Nullable Object params, Duration timeout)
            throws IOException, InterruptedException {
        if (pending.size() >= MOST_PENDING) {
            throw failed(ErrorCode.LIMIT_REACHED, "has too many unanswered requests");
        }
        String id = String.valueOf(ids.incrementAndGet());
        var asked = new Pending(method, new ArrayBlockingQueue<>(1));
        pending.put(id, asked);
        try {
            var request = new RequestMessage();
            request.setId(id);
            request.setMethod(method);
            request.setParams(params);
            send(request);
            lost.ifPresent(it -> asked.reply().offer(new Reply.Lost(it)));
            Reply reply = asked.reply().poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (reply == null) {
                cancel(id);
                throw failed(
                        ErrorCode.TIMEOUT,
                        "did not answer %s within %d s; it may still be loading the project. Try again later."
                                .formatted(method, Math.max(1, timeout.toSeconds())));
            }
            return result(reply);
        } catch (InterruptedException e) {
            cancel(id);
            throw e;
        } finally {
            pending.remove(id);
        }
    }

    private Optional<Object> result(Reply reply) throws IOException {
        return switch (reply) {
            case Reply.Answer(Optional<Object> result) -> result;
            case Reply.Refusal(String message) ->
                    throw failed(ErrorCode.REFUSED, "says: " + ServerText.line(message));
            case Reply.Lost(String reason) -> throw new LostServerException(name, reason);
        };
    }

    private HostException failed(ErrorCode code, String what) {
        return new HostException(code, "The language server %s %s".formatted(name, what));
    }

    private void cancel(String id) {
        try {
            var cancelled = new CancelParams();
            cancelled.setId(id);
            notify("$/cancelRequest", cancelled);
        } catch (IOException _) {
            // It is gone, and so is the request.
        }
    }

    void notify(String method, @Nullable Object params) throws IOException {
        var notification = new NotificationMessage();
        notification.setMethod(method);
        notification.setParams(params);
        send(notification);
    }

    private void send(Message message) throws IOException {
        if (lost.isPresent()) {
            throw new LostServerException(name, lost.get());
        }
        byte[] body = json.serialize(message).getBytes(StandardCharsets.UTF_8);
        byte[] head =
                "Content-Length: %d\r\n\r\n"
                        .formatted(body.length)
                        .getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        output.send(all);
    }

    /// Fails every waiting and every later request. Only the first reason counts.
    synchronized void lose(String reason) {
        if (lost.isEmpty()) {
            lost = Optional.of(reason);
        }
        List<Pending> waiting = new ArrayList<>(pending.values());
        waiting.forEach(it -> it.reply().offer(new Reply.Lost(lost.orElse(reason))));
    }

    /// Why it is lost; empty while it is not.
    Optional<String> lost() {
        return lost;
    }

    /// Converts values of our own to those of the protocol.
    Object tree(String text) {
        return json.getGson().fromJson(text, JsonElement.class);
    }
}
