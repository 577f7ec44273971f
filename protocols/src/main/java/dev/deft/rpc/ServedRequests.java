package dev.deft.rpc;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs the requests of the peer, each on a virtual thread of its own.
final class ServedRequests {

    private static final System.Logger LOG = System.getLogger(ServedRequests.class.getName());

    private static final int SHOWN_METHOD = 100;

    private final RpcRules rules;
    private final RpcHandler handler;
    private final RpcPeer peer;
    private final Map<Json, RunningRequest> running = new ConcurrentHashMap<>();

    /// Counts those too whose answer is being written. Guarded by this.
    private int working;

    ServedRequests(RpcRules rules, RpcHandler handler, RpcPeer peer) {
        this.rules = rules;
        this.handler = handler;
        this.peer = peer;
    }

    /// Called by one thread only.
    void start(RpcMessage.Request request, AnswerSink answers) {
        var run = new RunningRequest();
        if (running.size() >= rules.maxRequests()) {
            refuse(
                    request,
                    answers,
                    RpcError.SERVER_ERROR,
                    "%d requests run already; try again when one has ended."
                            .formatted(rules.maxRequests()));
            return;
        }
        if (running.putIfAbsent(request.id(), run) != null) {
            refuse(
                    request,
                    answers,
                    RpcError.INVALID_REQUEST,
                    "A request with this id is still running.");
            return;
        }
        begin();
        var call = new RpcCall(request.id(), request.method(), request.params(), peer);
        quietly(call, handler::arrived);
        run.start(
                Thread.ofVirtual().name("rpc-request").unstarted(() -> serve(call, run, answers)));
    }

    private static void refuse(
            RpcMessage.Request request, AnswerSink answers, int code, String why) {
        answers.accept(
                Optional.of(
                        new RpcMessage.Failure(Optional.of(request.id()), RpcError.of(code, why))));
    }

    private static void quietly(RpcCall call, Consumer<RpcCall> told) {
        try {
            told.accept(call);
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a listener to the request " + shown(call.method()) + " failed",
                    e);
        }
    }

    private synchronized void begin() {
        working++;
    }

    private synchronized void finish() {
        working--;
        notifyAll();
    }

    /// Answers also where the handler ends with an error of the virtual machine.
    private void serve(RpcCall call, RunningRequest run, AnswerSink answers) {
        Optional<RpcMessage> answer = Optional.of(failure(call, RpcError.mistake()));
        try {
            answer = answer(call, run);
        } finally {
            // First, so that the peer can use the id again as soon as it has the answer.
            running.remove(call.id(), run);
            try {
                answers.accept(answer);
                quietly(call, handler::answered);
            } finally {
                finish();
            }
        }
    }

    /// Empty for a cancelled request where such requests get no answer.
    private Optional<RpcMessage> answer(RpcCall call, RunningRequest run) {
        RpcMessage answer = answerOf(call);
        if (!run.finish()) {
            return rules.cancelled().map(it -> failure(call, it));
        }
        return Optional.of(answer);
    }

    private RpcMessage answerOf(RpcCall call) {
        try {
            return new RpcMessage.Result(call.id(), handler.answer(call));
        } catch (RpcException e) {
            return failure(call, e.error());
        } catch (IOException e) {
            return failure(
                    call, RpcError.of(RpcError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (InterruptedException _) {
            return failure(
                    call, RpcError.of(RpcError.INTERNAL_ERROR, "The request was interrupted."));
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the request " + shown(call.method()) + " failed",
                    e);
            return failure(call, RpcError.mistake());
        }
    }

    private static RpcMessage.Failure failure(RpcCall call, RpcError error) {
        return new RpcMessage.Failure(Optional.of(call.id()), error);
    }

    /// A method's name comes from the peer: here it is on one line, and not long.
    static String shown(String method) {
        return new Json.Str(method.substring(0, Math.min(method.length(), SHOWN_METHOD)))
                .toString();
    }

    void cancel(Json id) {
        RunningRequest request = running.get(id);
        if (request != null) {
            request.cancel();
        }
    }

    void cancelAll() {
        running.values().forEach(RunningRequest::cancel);
    }

    /// Waits until no request runs, for some time at most.
    synchronized void awaitAll(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            for (long left = limit.toNanos();
                    left > 0 && working > 0;
                    left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    int count() {
        return running.size();
    }
}
