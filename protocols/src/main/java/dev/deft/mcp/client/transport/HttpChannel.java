package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcPeer;
import dev.deft.rpc.RpcText;
import dev.deft.rpc.RpcTimeoutException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// A server behind Streamable HTTP: each request is a POST, and its answer comes as JSON or in a
/// stream of events. With revisions that have sessions, broken streams are resumed, and a further
/// stream is open for what the server says by itself.
public final class HttpChannel implements McpChannel {

    private static final System.Logger LOG = System.getLogger(HttpChannel.class.getName());

    private static final String SESSION = "Mcp-Session-Id";
    private static final int MAX_MESSAGE_BYTES = StdioChannel.MAX_MESSAGE_BYTES;
    private static final long USUAL_RETRY_MILLIS = 1_000;
    private static final long LEAST_RETRY_MILLIS = 100;
    private static final int MOST_RESUMPTIONS = 8;
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final HttpLine line;
    private final Duration listenTimeout;
    private final RpcHandler always;
    private final ServerVoices voices;
    private final AtomicLong ids = new AtomicLong();
    private final ServerMessages messages;
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Optional<String> session = Optional.empty();
    private volatile Optional<Revision> revision = Optional.empty();

    /// @param listenTimeout how long [#listen] waits for the server
    /// @param always takes what belongs to no request
    public HttpChannel(HttpLine line, Duration listenTimeout, RpcHandler always) {
        this.line = line;
        this.listenTimeout = listenTimeout;
        this.always = always;
        this.voices = new ServerVoices(always, () -> {});
        this.messages = new ServerMessages(this::send, this::work, new Back());
    }

    @Override
    public Json request(McpRequest request, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        if (closed.get()) {
            throw new IOException("The connection is closed.");
        }
        Json id = Json.Num.of(ids.incrementAndGet());
        var answer = new AnswerSlot();
        messages.expect(id, answer);
        Thread worker =
                work(
                        "mcp-" + request.method(),
                        () -> exchange(id, request, answer, new Heard(meanwhile)));
        boolean answered = false;
        voices.begin(meanwhile);
        try {
            Optional<Json> result = answer.await(request.timeout());
            answered = result.isPresent();
            return result.orElseThrow(
                    () -> new RpcTimeoutException(request.method(), request.timeout()));
        } catch (RpcException | HttpStatusException | SessionLostException e) {
            answered = true;
            throw e;
        } finally {
            voices.end(meanwhile);
            messages.forget(id);
            worker.interrupt();
            if (!answered && isStateful()) {
                work("mcp-cancel", () -> cancel(id));
            }
        }
    }

    private Thread work(String name, Runnable task) {
        Thread thread =
                Thread.ofVirtual()
                        .name(name)
                        .unstarted(() -> {
                            try {
                                task.run();
                            } finally {
                                workers.remove(Thread.currentThread());
                            }
                        });
        workers.add(thread);
        thread.start();
        return thread;
    }

    private boolean isStateful() {
        return revision.isPresent() && !revision.get().stateless();
    }

    private void cancel(Json id) {
        try {
            sendNotification(
                    "notifications/cancelled",
                    Json.Obj.EMPTY.with("requestId", id).with("reason", "Nobody waits any more."));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a cancellation was not delivered", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void exchange(Json id, McpRequest request, AnswerSlot answer, RpcHandler meanwhile) {
        try {
            String message =
                    RpcText.write(new RpcMessage.Request(id, request.method(), request.params()));
            Map<String, String> headers = new LinkedHashMap<>(request.headers());
            headers.putAll(sessionHeaders());
            HttpResponse<InputStream> response = line.post(message, headers);
            take(response, answer, meanwhile);
            if (!answer.isDone()) {
                answer.lost(new IOException("The server ended the request without an answer."));
            }
        } catch (IOException e) {
            answer.lost(e);
        } catch (InterruptedException _) {
            // Nobody waits any more.
        }
    }

    private void take(HttpResponse<InputStream> response, AnswerSlot answer, RpcHandler meanwhile)
            throws IOException, InterruptedException {
        if (response.statusCode() / 100 != 2) {
            refuse(response, answer);
            return;
        }
        response.headers().firstValue(SESSION).ifPresent(this::inSession);
        if (HttpLine.isStream(response)) {
            readResuming(response, answer, meanwhile);
            return;
        }
        String body = HttpLine.body(response, MAX_MESSAGE_BYTES);
        if (body.isBlank()) {
            return;
        }
        messages.take(line.masked(body), meanwhile);
    }

    private void inSession(String id) {
        if (!revision.map(Revision::stateless).orElse(false)) {
            session = Optional.of(id);
        }
    }

    private void refuse(HttpResponse<InputStream> response, AnswerSlot answer) throws IOException {
        String text = line.masked(HttpLine.errorText(response));
        Optional<RpcError> error = error(text);
        if (response.statusCode() == 404 && session.isPresent()) {
            session = Optional.empty();
            answer.lost(new SessionLostException());
        } else if (error.isPresent()) {
            answer.refused(error.get());
        } else {
            answer.lost(HttpLine.status(response.statusCode(), text));
        }
    }

    private static Optional<RpcError> error(String text) {
        return switch (RpcText.parse(text)) {
            case RpcText.Parsed.One(RpcMessage.Failure(var _, RpcError error)) ->
                    Optional.of(error);
            case RpcText.Parsed.One _, RpcText.Parsed.Batch _, RpcText.Parsed.Broken _ ->
                    Optional.empty();
        };
    }

    /// Reads a stream until the answer has come. With revisions that have sessions, a stream that
    /// ends before is asked for again, after the time that the server wants.
    private void readResuming(
            HttpResponse<InputStream> response, AnswerSlot answer, RpcHandler meanwhile)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> current = response;
        Optional<String> lastId = Optional.empty();
        OptionalLong retry = OptionalLong.empty();
        for (int resumptions = 0; ; resumptions++) {
            var events = new EventStream(current.body(), MAX_MESSAGE_BYTES);
            try (InputStream _ = current.body()) {
                read(events, answer, meanwhile);
            } catch (IOException e) {
                if (events.lastId().or(stated(lastId)).isEmpty() || !isStateful()) {
                    throw e;
                }
            }
            lastId = events.lastId().or(stated(lastId));
            retry = events.retryMillis().isPresent() ? events.retryMillis() : retry;
            if (answer.isDone()
                    || lastId.isEmpty()
                    || !isStateful()
                    || resumptions >= MOST_RESUMPTIONS) {
                return;
            }
            Thread.sleep(retry.orElse(USUAL_RETRY_MILLIS));
            Map<String, String> headers = new LinkedHashMap<>(sessionHeaders());
            headers.put("Last-Event-ID", lastId.get());
            current = line.listen(headers);
            if (current.statusCode() != 200 || !HttpLine.isStream(current)) {
                throw HttpLine.status(current.statusCode(), HttpLine.errorText(current));
            }
        }
    }

    private static Supplier<Optional<String>> stated(Optional<String> value) {
        return () -> value;
    }

    private void read(EventStream events, AnswerSlot answer, RpcHandler meanwhile)
            throws IOException {
        for (Optional<EventStream.Event> it = events.next(); it.isPresent(); it = events.next()) {
            if (it.get().name().equals("message") && !it.get().data().isBlank()) {
                messages.take(line.masked(it.get().data()), meanwhile);
            }
            if (answer.isDone()) {
                return;
            }
        }
    }

    private void send(RpcMessage message) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = line.post(RpcText.write(message), sessionHeaders());
        try (InputStream _ = response.body()) {
            if (response.statusCode() == 404 && session.isPresent()) {
                throw new SessionLostException();
            }
            if (response.statusCode() / 100 != 2) {
                throw HttpLine.status(response.statusCode(), HttpLine.errorText(response));
            }
        }
    }

    @Override
    public void sendNotification(String method, Json.Obj params)
            throws IOException, InterruptedException {
        send(new RpcMessage.Notification(method, params));
    }

    private Map<String, String> sessionHeaders() {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!isStateful()) {
            return headers;
        }
        session.ifPresent(it -> headers.put(SESSION, it));
        revision.filter(it -> it.since(Revision.V2025_06_18))
                .ifPresent(it -> headers.put("MCP-Protocol-Version", it.wire()));
        return headers;
    }

    @Override
    public void agreed(Revision agreed) {
        revision = Optional.of(agreed);
    }

    /// Waits until the server has opened the stream or refused it. Some servers send the head of
    /// the response with the first message only, so the wait is bounded.
    @Override
    public void listen() throws InterruptedException {
        if (!isStateful()) {
            return;
        }
        var settled = new CountDownLatch(1);
        work("mcp-listen", () -> readAll(settled));
        if (!settled.await(listenTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.log(System.Logger.Level.DEBUG, "the server has not opened its stream yet");
        }
    }

    /// Reads what the server says by itself, as long as it offers a stream for that. Some servers
    /// send here what belongs to a request.
    ///
    /// @param settled is told that the server has answered for the first time, or never will
    private void readAll(CountDownLatch settled) {
        Optional<String> lastId = Optional.empty();
        long wait = USUAL_RETRY_MILLIS;
        Optional<String> mine = session;
        try {
            while (!closed.get() && mine.equals(session)) {
                Map<String, String> headers = new LinkedHashMap<>(sessionHeaders());
                lastId.ifPresent(it -> headers.put("Last-Event-ID", it));
                HttpResponse<InputStream> response = line.listen(headers);
                settled.countDown();
                try (InputStream body = response.body()) {
                    if (response.statusCode() != 200 || !HttpLine.isStream(response)) {
                        return;
                    }
                    var events = new EventStream(body, MAX_MESSAGE_BYTES);
                    try {
                        read(events, new AnswerSlot(), voices);
                    } catch (IOException e) {
                        LOG.log(System.Logger.Level.DEBUG, "a stream broke", e);
                    }
                    lastId = events.lastId().or(stated(lastId));
                    wait = events.retryMillis().orElse(wait);
                }
                Thread.sleep(Math.max(LEAST_RETRY_MILLIS, wait));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server cannot be listened to", e);
        } catch (InterruptedException _) {
            // The channel closes.
        } finally {
            settled.countDown();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed.get();
    }

    @Override
    public String lastWords() {
        return "";
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        workers.forEach(Thread::interrupt);
        messages.loseAll();
        if (isStateful() && session.isPresent()) {
            endSession();
        }
        line.close();
    }

    private void endSession() {
        Thread ending =
                Thread.ofVirtual()
                        .start(() -> {
                            try (InputStream _ = line.delete(sessionHeaders()).body()) {
                                LOG.log(System.Logger.Level.DEBUG, "the session is over");
                            } catch (IOException | InterruptedException _) {
                                // The server forgets the session by itself.
                            }
                        });
        // An interrupt must not keep the server from learning that we are gone.
        boolean interrupted = Thread.interrupted();
        try {
            ending.join(LAST_WORDS);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        ending.interrupt();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Takes what arrives in the stream of a request.
    private final class Heard implements RpcHandler {

        private final RpcHandler sender;

        Heard(RpcHandler sender) {
            this.sender = sender;
        }

        @Override
        public Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
            return sender.answer(call);
        }

        @Override
        public void notified(String method, Json.Obj params) {
            always.notified(method, params);
            sender.notified(method, params);
        }
    }

    /// The server, for whoever answers its requests.
    private final class Back implements RpcPeer {

        @Override
        public Json request(String method, Json.Obj params, Duration timeout)
                throws RpcException, IOException, InterruptedException {
            return HttpChannel.this.request(new McpRequest(method, params, timeout), always);
        }

        @Override
        public void sendNotification(String method, Json.Obj params) throws IOException {
            try {
                HttpChannel.this.sendNotification(method, params);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("The request was interrupted.", e);
            }
        }
    }
}
