package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcPeer;
import dev.deft.rpc.RpcText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Passes on the messages of a server: answers to who waits for them, everything else to a handler,
/// whose answers are sent back.
final class ServerMessages {

    private static final System.Logger LOG = System.getLogger(ServerMessages.class.getName());

    /// A server that asks more at once is not answered.
    private static final int MOST_REQUESTS = 16;

    private final Map<Json, AnswerSlot> pending = new ConcurrentHashMap<>();
    private final Semaphore requests = new Semaphore(MOST_REQUESTS);
    private final Sender sender;
    private final Workers workers;
    private final RpcPeer server;

    /// Sends a message to the server.
    @FunctionalInterface
    interface Sender {

        void send(RpcMessage message) throws IOException, InterruptedException;
    }

    /// Starts threads.
    @FunctionalInterface
    interface Workers {

        Thread start(String name, Runnable task);
    }

    /// @param server for whoever answers its requests
    ServerMessages(Sender sender, Workers workers, RpcPeer server) {
        this.sender = sender;
        this.workers = workers;
        this.server = server;
    }

    void expect(Json id, AnswerSlot answer) {
        pending.put(id, answer);
    }

    void forget(Json id) {
        pending.remove(id);
    }

    /// The connection is closed; nobody gets an answer.
    void loseAll() {
        pending.values().forEach(it -> it.lost(new IOException("The connection is closed.")));
    }

    /// Takes a message or a batch. What is neither is skipped: the request ends without an answer,
    /// or with a later one.
    void take(String text, RpcHandler handler) {
        switch (RpcText.parse(text)) {
            case RpcText.Parsed.One(RpcMessage message) -> take(message, handler);
            case RpcText.Parsed.Batch(List<RpcText.Parsed> messages) -> {
                for (RpcText.Parsed it : messages) {
                    if (it instanceof RpcText.Parsed.One(RpcMessage message)) {
                        take(message, handler);
                    }
                }
            }
            case RpcText.Parsed.Broken _ -> {}
        }
    }

    private void take(RpcMessage message, RpcHandler handler) {
        switch (message) {
            case RpcMessage.Result(Json id, Json result) ->
                    Optional.ofNullable(pending.get(id)).ifPresent(it -> it.answered(result));
            case RpcMessage.Failure(Optional<Json> id, RpcError error) ->
                    id.flatMap(it -> Optional.ofNullable(pending.get(it)))
                            .ifPresent(it -> it.refused(error));
            case RpcMessage.Notification(String method, Json.Obj params) ->
                    notified(method, params, handler);
            case RpcMessage.Request request -> answer(request, handler);
        }
    }

    private static void notified(String method, Json.Obj params, RpcHandler handler) {
        try {
            handler.notified(method, params);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the notification " + method + " failed", e);
        }
    }

    private void answer(RpcMessage.Request request, RpcHandler handler) {
        if (!requests.tryAcquire()) {
            return;
        }
        Thread _ =
                workers.start(
                        "mcp-answer",
                        () -> {
                            try {
                                sender.send(answerOf(request, handler));
                            } catch (IOException e) {
                                LOG.log(System.Logger.Level.DEBUG, "nobody takes the answer", e);
                            } catch (InterruptedException _) {
                                // The channel closes.
                            } finally {
                                requests.release();
                            }
                        });
    }

    private RpcMessage answerOf(RpcMessage.Request request, RpcHandler handler)
            throws InterruptedException {
        Optional<Json> id = Optional.of(request.id());
        try {
            Json result =
                    handler.answer(
                            new RpcCall(request.id(), request.method(), request.params(), server));
            return new RpcMessage.Result(request.id(), result);
        } catch (RpcException e) {
            return new RpcMessage.Failure(id, e.error());
        } catch (IOException e) {
            return new RpcMessage.Failure(
                    id, RpcError.of(RpcError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the request " + request.method() + " failed", e);
            return new RpcMessage.Failure(
                    id, RpcError.of(RpcError.INTERNAL_ERROR, "An error inside Deft."));
        }
    }
}
