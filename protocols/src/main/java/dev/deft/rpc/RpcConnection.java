package dev.deft.rpc;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.rpc.FrameReader.Frame;
import dev.deft.rpc.RpcText.Parsed;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// A connection of two sides that both send requests: a message per line, read by one thread,
/// written by any. Each request of the peer runs on a virtual thread of its own.
public final class RpcConnection implements RpcPeer, Closeable {

    private static final System.Logger LOG = System.getLogger(RpcConnection.class.getName());

    private final FrameReader in;
    private final InputStream source;
    private final LineOutput out;
    private final RpcRules rules;
    private final RpcHandler handler;
    private final ServedRequests served;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Json, PendingAnswer> pending = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean readToEnd;
    private final CountDownLatch ended = new CountDownLatch(1);

    private RpcConnection(InputStream in, OutputStream out, RpcRules rules, RpcHandler handler) {
        this.in = new FrameReader(in, rules.maxFrameBytes());
        this.source = in;
        this.out = new LineOutput(out);
        this.rules = rules;
        this.handler = handler;
        this.served = new ServedRequests(rules, handler, this);
    }

    /// Starts to read messages, on a virtual thread. The streams are closed with the connection.
    public static RpcConnection open(
            InputStream in, OutputStream out, RpcRules rules, RpcHandler handler) {
        var connection = new RpcConnection(in, out, rules, handler);
        Thread.ofVirtual().name("rpc-reader").start(connection::readAll);
        return connection;
    }

    /// The request is written on a thread of its own: a peer that reads nothing must not hold the
    /// caller beyond its timeout. One that is given up before it is written is not written, so that
    /// it cannot follow what the caller sends next.
    @Override
    public Json request(String method, Json.Obj params, Duration timeout)
            throws RpcException, IOException, InterruptedException {
        Json id = Json.Num.of(ids.incrementAndGet());
        var answer = new PendingAnswer();
        pending.put(id, answer);
        Optional<Thread> unanswered = Optional.empty();
        try {
            if (closed.get() || readToEnd) {
                throw lost();
            }
            String request = text(new RpcMessage.Request(id, method, params));
            Thread sender =
                    Thread.ofVirtual().name("rpc-sender").start(() -> sendOrLose(request, answer));
            unanswered = Optional.of(sender);
            if (!answer.await(timeout)) {
                throw new RpcTimeoutException(method, timeout);
            }
            unanswered = Optional.empty();
            return answer.result(this::lost);
        } finally {
            pending.remove(id);
            if (unanswered.isPresent() && answer.withdraw()) {
                cancelAtPeer(id, unanswered.get());
            }
        }
    }

    private void sendOrLose(String request, PendingAnswer answer) {
        try {
            out.write(request, answer::claim);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes the request", e);
            answer.lose();
        }
    }

    private ConnectionClosedException lost() {
        return new ConnectionClosedException("The connection is closed.");
    }

    /// Tells the peer, once the request itself is written.
    private void cancelAtPeer(Json id, Thread sender) {
        Thread.ofVirtual()
                .name("rpc-cancel")
                .start(() -> {
                    try {
                        sender.join();
                        if (!closed.get()) {
                            sendNotification(
                                    rules.cancelMethod(), Json.Obj.EMPTY.with("requestId", id));
                        }
                    } catch (IOException | InterruptedException _) {
                        // The peer is gone, so nothing runs there.
                    }
                });
    }

    @Override
    public void sendNotification(String method, Json.Obj params) throws IOException {
        send(new RpcMessage.Notification(method, params));
    }

    /// Sends a message as it is.
    public void send(RpcMessage message) throws IOException {
        out.write(text(message));
    }

    private String text(RpcMessage message) {
        boolean nullIds = rules.garbage() == RpcRules.Garbage.ANSWER_WITH_NULL_ID;
        return JsonText.write(RpcText.json(message, nullIds));
    }

    private void readAll() {
        try {
            for (Optional<Frame> it = in.next(); it.isPresent(); it = in.next()) {
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
        if (!closed.get()) {
            served.awaitAll(rules.drain());
        }
    }

    private void take(Frame frame) {
        if (frame instanceof Frame.TooLong) {
            handler.skipped();
        }
        switch (parsed(frame)) {
            case Parsed.One(RpcMessage message) -> take(message, this::answerQuietly);
            case Parsed.Broken broken -> refuse(broken, this::answerQuietly);
            case Parsed.Batch(List<Parsed> messages) -> takeBatch(messages);
        }
    }

    private Parsed parsed(Frame frame) {
        return switch (frame) {
            case Frame.Line(byte[] bytes) -> RpcText.parse(bytes);
            case Frame.TooLong _ ->
                    invalid(
                            RpcError.INVALID_REQUEST,
                            "A message may have at most %d bytes."
                                    .formatted(rules.maxFrameBytes()));
        };
    }

    private static Parsed.Broken invalid(int code, String why) {
        return new Parsed.Broken(Optional.empty(), RpcError.of(code, why), true);
    }

    private void takeBatch(List<Parsed> messages) {
        if (!rules.batches()) {
            refuse(
                    invalid(RpcError.INVALID_REQUEST, "Batches are not supported."),
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
        writeQuietly(
                answers.stream()
                        .map(this::textOfAnswer)
                        .collect(Collectors.joining(",", "[", "]")));
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
        answer.ifPresent(it -> writeQuietly(textOfAnswer(it)));
    }

    /// A result that cannot be written, since it is nested too deep, becomes an error.
    private String textOfAnswer(RpcMessage answer) {
        if (!(answer instanceof RpcMessage.Result(Json id, Json _))) {
            return text(answer);
        }
        try {
            return text(answer);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a result could not be written", e);
            return text(new RpcMessage.Failure(Optional.of(id), RpcError.mistake()));
        }
    }

    private void writeQuietly(String message) {
        try {
            out.write(message);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes the answer", e);
        }
    }

    private void take(RpcMessage message, AnswerSink answers) {
        switch (message) {
            case RpcMessage.Request request -> served.start(request, answers);
            case RpcMessage.Notification(String method, Json.Obj params) ->
                    notified(method, params);
            case RpcMessage.Result(Json id, Json result) ->
                    waiting(Optional.of(id)).ifPresent(it -> it.set(result));
            case RpcMessage.Failure(Optional<Json> id, RpcError error) ->
                    waiting(id).ifPresent(it -> it.fail(error));
        }
    }

    private Optional<PendingAnswer> waiting(Optional<Json> id) {
        return id.map(pending::get);
    }

    private void notified(String method, Json.Obj params) {
        if (method.equals(rules.cancelMethod())) {
            params.find("requestId").ifPresent(served::cancel);
            return;
        }
        try {
            handler.notified(method, params);
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the notification " + ServedRequests.shown(method) + " failed",
                    e);
        }
    }

    private void end() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        pending.values().forEach(PendingAnswer::lose);
        served.cancelAll();
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

    /// How many requests wait for an answer of the peer.
    int pendingRequests() {
        return pending.size();
    }

    /// How many requests of the peer run.
    int runningRequests() {
        return served.count();
    }

    public boolean isOpen() {
        return !closed.get();
    }

    /// Closes the streams, and ends all requests of both sides. It does not wait for a peer that
    /// reads nothing: its end of the streams must be closed too, as by ending its process.
    @Override
    public void close() throws IOException {
        end();
        try (source) {
            out.close();
        }
    }
}
