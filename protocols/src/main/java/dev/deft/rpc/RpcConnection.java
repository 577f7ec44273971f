package dev.deft.rpc;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.rpc.RpcText.Parsed;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// A connection of two sides that both send requests: a message per line, read by one thread,
/// written by any. Each request of the peer runs on a virtual thread of its own.
public final class RpcConnection implements RpcPeer, Closeable {

    private static final System.Logger LOG = System.getLogger(RpcConnection.class.getName());

    private final FrameReader in;
    private final InputStream source;
    private final OutputStream out;
    private final RpcRules rules;
    private final RpcHandler handler;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicLong ids = new AtomicLong();
    private final Map<Json, PendingAnswer> pending = new ConcurrentHashMap<>();
    private final Map<Json, RunningRequest> running = new ConcurrentHashMap<>();
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean readToEnd;
    private final CountDownLatch ended = new CountDownLatch(1);

    private RpcConnection(InputStream in, OutputStream out, RpcRules rules, RpcHandler handler) {
        this.in = new FrameReader(in, rules.maxFrameBytes());
        this.source = in;
        this.out = out;
        this.rules = rules;
        this.handler = handler;
    }

    /// Starts to read messages, on a virtual thread. The streams are closed with the connection.
    public static RpcConnection open(
            InputStream in, OutputStream out, RpcRules rules, RpcHandler handler) {
        var connection = new RpcConnection(in, out, rules, handler);
        Thread.ofVirtual().name("rpc-reader").start(connection::readAll);
        return connection;
    }

    @Override
    public Json request(String method, Json.Obj params, Duration timeout)
            throws RpcException, IOException, InterruptedException {
        Json id = Json.Num.of(ids.incrementAndGet());
        var answer = new PendingAnswer();
        pending.put(id, answer);
        boolean answered = false;
        try {
            if (closed.get() || readToEnd) {
                throw lost();
            }
            send(new RpcMessage.Request(id, method, params));
            if (!answer.await(timeout)) {
                throw new RpcTimeoutException(method, timeout);
            }
            answered = true;
            return answer.result(this::lost);
        } finally {
            pending.remove(id);
            if (!answered && !closed.get()) {
                cancelAtPeer(id);
            }
        }
    }

    private ConnectionClosedException lost() {
        return new ConnectionClosedException("The connection is closed.");
    }

    /// The interrupt of this thread must not keep the notice from being sent.
    private void cancelAtPeer(Json id) {
        boolean interrupted = Thread.interrupted();
        try {
            sendNotification(rules.cancelMethod(), Json.Obj.EMPTY.with("requestId", id));
        } catch (IOException _) {
            // The peer is gone, so nothing runs there.
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void sendNotification(String method, Json.Obj params) throws IOException {
        send(new RpcMessage.Notification(method, params));
    }

    /// Sends a message as it is.
    public void send(RpcMessage message) throws IOException {
        sendJson(RpcText.json(message, nullIds()));
    }

    private boolean nullIds() {
        return rules.garbage() == RpcRules.Garbage.ANSWER_WITH_NULL_ID;
    }

    private void sendJson(Json message) throws IOException {
        byte[] line = (JsonText.write(message) + "\n").getBytes(StandardCharsets.UTF_8);
        writing.lock();
        try {
            out.write(line);
            out.flush();
        } finally {
            writing.unlock();
        }
    }

    private void readAll() {
        try {
            for (Optional<FrameReader.Frame> it = in.next(); it.isPresent(); it = in.next()) {
                take(it.get());
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the connection broke", e);
        } finally {
            drain();
            end();
        }
    }

    /// Lets the requests of the peer end, though it can answer nothing any more.
    private void drain() {
        readToEnd = true;
        pending.values().forEach(PendingAnswer::lose);
        long end = System.nanoTime() + rules.drain().toNanos();
        synchronized (working) {
            try {
                for (long left = rules.drain().toNanos();
                        left > 0 && working.get() > 0 && !closed.get();
                        left = end - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(working, left);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void take(FrameReader.Frame frame) {
        if (frame.text().isEmpty()) {
            handler.skipped();
        }
        Parsed parsed =
                frame.text().isPresent()
                        ? RpcText.parse(frame.text().get())
                        : new Parsed.Broken(
                                Optional.empty(),
                                RpcError.of(
                                        RpcError.INVALID_REQUEST,
                                        "A message may have at most %d bytes."
                                                .formatted(rules.maxFrameBytes())),
                                true);
        switch (parsed) {
            case Parsed.One(RpcMessage message) -> take(message, this::answerQuietly);
            case Parsed.Broken broken -> refuse(broken, this::answerQuietly);
            case Parsed.Batch(List<Parsed> messages) -> takeBatch(messages);
        }
    }

    private void takeBatch(List<Parsed> messages) {
        if (!rules.batches()) {
            refuse(
                    new Parsed.Broken(
                            Optional.empty(),
                            RpcError.of(RpcError.INVALID_REQUEST, "Batches are not supported."),
                            true),
                    this::answerQuietly);
            return;
        }
        var answers = new BatchAnswers(expectedAnswers(messages), this::answerBatch);
        for (Parsed it : messages) {
            switch (it) {
                case Parsed.One(RpcMessage message) -> take(message, answers);
                case Parsed.Broken broken -> refuse(broken, answers);
                case Parsed.Batch _ -> throw new AssertionError("batches do not nest");
            }
        }
    }

    private int expectedAnswers(List<Parsed> messages) {
        int count = 0;
        for (Parsed it : messages) {
            if (it instanceof Parsed.One(RpcMessage.Request _)
                    || (it instanceof Parsed.Broken broken && isAnswered(broken))) {
                count++;
            }
        }
        return count;
    }

    private void answerBatch(List<RpcMessage> answers) {
        if (answers.isEmpty()) {
            return;
        }
        List<Json> all = new ArrayList<>();
        answers.forEach(it -> all.add(RpcText.json(it, nullIds())));
        try {
            sendJson(new Json.Arr(all));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes the answers", e);
        }
    }

    private void refuse(Parsed.Broken broken, AnswerSink answers) {
        if (isAnswered(broken)) {
            answers.accept(Optional.of(new RpcMessage.Failure(broken.id(), broken.error())));
        }
    }

    private boolean isAnswered(Parsed.Broken broken) {
        return broken.answerable()
                && (broken.id().isPresent() || rules.garbage() != RpcRules.Garbage.SKIP);
    }

    private void answerQuietly(Optional<RpcMessage> answer) {
        if (answer.isEmpty()) {
            return;
        }
        try {
            send(answer.get());
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes the answer", e);
        }
    }

    private void take(RpcMessage message, AnswerSink answers) {
        switch (message) {
            case RpcMessage.Request request -> start(request, answers);
            case RpcMessage.Notification(String method, Json.Obj params) -> notified(method, params);
            case RpcMessage.Result(Json id, Json result) -> {
                PendingAnswer waiting = pending.get(id);
                if (waiting != null) {
                    waiting.set(result);
                }
            }
            case RpcMessage.Failure(Optional<Json> id, RpcError error) -> {
                PendingAnswer waiting = id.isPresent() ? pending.get(id.get()) : null;
                if (waiting != null) {
                    waiting.fail(error);
                }
            }
        }
    }

    private void notified(String method, Json.Obj params) {
        if (method.equals(rules.cancelMethod())) {
            RunningRequest request = running.get(params.find("requestId").orElse(Json.Null.VALUE));
            if (request != null) {
                request.cancel();
            }
            return;
        }
        try {
            handler.notified(method, params);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the notification " + method + " failed", e);
        }
    }

    private void start(RpcMessage.Request request, AnswerSink answers) {
        var run = new RunningRequest();
        if (running.size() >= rules.maxRequests()) {
            answers.accept(
                    Optional.of(
                            failure(
                                    request,
                                    RpcError.of(
                                            RpcError.SERVER_ERROR,
                                            "%d requests run already; try again when one has ended."
                                                    .formatted(rules.maxRequests())))));
            return;
        }
        if (running.putIfAbsent(request.id(), run) != null) {
            answers.accept(
                    Optional.of(
                            failure(
                                    request,
                                    RpcError.of(
                                            RpcError.INVALID_REQUEST,
                                            "A request with this id is still running."))));
            return;
        }
        working.incrementAndGet();
        var call = new RpcCall(request.id(), request.method(), request.params(), this);
        handler.arrived(call);
        run.start(Thread.ofVirtual().name("rpc-" + request.method()).unstarted(() -> {
            Optional<RpcMessage> answer = answer(call, run);
            // First, so that the peer can use the id again as soon as it has the answer.
            running.remove(request.id(), run);
            answers.accept(answer);
            handler.answered(call);
            synchronized (working) {
                working.decrementAndGet();
                working.notifyAll();
            }
        }));
    }

    /// Empty for a cancelled request where such requests get no answer.
    private Optional<RpcMessage> answer(RpcCall call, RunningRequest run) {
        RpcMessage answer = answerOf(call);
        if (!run.finish()) {
            return rules.cancelled().map(it -> failure(call, it));
        }
        return Optional.of(answer);
    }

    private RpcMessage answerOf(RpcCall request) {
        try {
            Json result = handler.answer(request);
            return new RpcMessage.Result(request.id(), result);
        } catch (RpcException e) {
            return failure(request, e.error());
        } catch (IOException e) {
            return failure(
                    request, RpcError.of(RpcError.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (InterruptedException _) {
            return failure(
                    request, RpcError.of(RpcError.INTERNAL_ERROR, "The request was interrupted."));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the request " + request.method() + " failed", e);
            return failure(
                    request, RpcError.of(RpcError.INTERNAL_ERROR, "An error inside Deft."));
        }
    }

    private static RpcMessage.Failure failure(RpcCall call, RpcError error) {
        return new RpcMessage.Failure(Optional.of(call.id()), error);
    }

    private static RpcMessage.Failure failure(RpcMessage.Request request, RpcError error) {
        return new RpcMessage.Failure(Optional.of(request.id()), error);
    }

    private void end() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        pending.values().forEach(PendingAnswer::lose);
        running.values().forEach(RunningRequest::cancel);
        try {
            handler.closed();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "closing a connection failed", e);
        } finally {
            ended.countDown();
        }
    }

    /// Waits until the peer closes the connection.
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /// Waits until the peer closes the connection, for some time.
    ///
    /// @return whether it ended
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return ended.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    public boolean isOpen() {
        return !closed.get();
    }

    /// Closes the streams, and ends all requests of both sides.
    @Override
    public void close() throws IOException {
        end();
        try (source) {
            out.close();
        }
    }
}
