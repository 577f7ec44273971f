package dev.deft.mcp.server.http;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.mcp.server.method.ClientLink;
import dev.deft.mcp.server.method.ClientSession;
import dev.deft.mcp.server.method.LegacyClient;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcMessage;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A client of a revision with sessions, on HTTP.
final class HttpSession implements AutoCloseable {

    private static final int MAX_STREAMS = 64;
    private static final long ANSWER_MINUTES = 10;

    private final String id;
    private final InstantSource clock;
    private final McpEndpoint endpoint;
    private final ClientSession session;
    private final LegacyClient client;
    private final EventLog standalone = new EventLog("s0");
    private final AtomicLong streamIds = new AtomicLong();
    private final AtomicLong requestIds = new AtomicLong();
    private final Map<String, EventLog> streams = new LinkedHashMap<>();
    private final Map<Json, BlockingQueue<RpcMessage>> pending = new ConcurrentHashMap<>();
    private final Map<Json, Thread> running = new ConcurrentHashMap<>();
    private volatile Instant used;

    HttpSession(String id, McpEndpoint endpoint, InstantSource clock) {
        this.id = id;
        this.clock = clock;
        this.endpoint = endpoint;
        this.session = endpoint.newSession();
        this.client =
                endpoint.connect(
                        session,
                        (method, params) ->
                                standalone.add(new RpcMessage.Notification(method, params)));
        this.used = clock.instant();
    }

    String id() {
        return id;
    }

    LegacyClient client() {
        return client;
    }

    /// The stream of messages that belong to no request.
    EventLog standalone() {
        return standalone;
    }

    void use() {
        used = clock.instant();
    }

    Instant used() {
        return used;
    }

    boolean isBusy() {
        return !running.isEmpty();
    }

    /// Starts the stream of a request. The oldest streams that ended are forgotten.
    EventLog newStream() {
        var stream = new EventLog("s" + streamIds.incrementAndGet());
        synchronized (streams) {
            streams.values().removeIf(it -> streams.size() >= MAX_STREAMS && it.isEnded());
            streams.put(stream.id(), stream);
        }
        return stream;
    }

    Optional<EventLog> stream(String stream) {
        if (stream.equals(standalone.id())) {
            return Optional.of(standalone);
        }
        synchronized (streams) {
            return Optional.ofNullable(streams.get(stream));
        }
    }

    /// {@return whether no request of that id is running}
    boolean start(Json request, Thread worker) {
        return running.putIfAbsent(request, worker) == null;
    }

    void ended(Json request) {
        running.remove(request);
    }

    /// Takes an answer of the client to a request of ours.
    void answered(Json request, RpcMessage answer) {
        BlockingQueue<RpcMessage> waiting = pending.get(request);
        if (waiting != null) {
            var _ = waiting.offer(answer);
        }
    }

    void notified(String method, Json.Obj params) {
        if (method.equals("notifications/cancelled")) {
            Thread worker = running.get(params.find("requestId").orElse(Json.Null.VALUE));
            if (worker != null) {
                worker.interrupt();
            }
        }
    }

    /// The way to the client on the stream of one of its requests.
    ClientLink link(EventLog stream) {
        return new StreamLink(stream);
    }

    private final class StreamLink implements ClientLink {

        private final EventLog stream;

        StreamLink(EventLog stream) {
            this.stream = stream;
        }

        @Override
        public void tell(String method, Json.Obj params) {
            stream.add(new RpcMessage.Notification(method, params));
        }

        @Override
        public Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
                throws IOException, InterruptedException {
            Map<String, Json.Obj> answers = new LinkedHashMap<>();
            for (Map.Entry<String, InputRequest> it : requests.entrySet()) {
                answers.put(it.getKey(), ask(it.getValue()));
            }
            return answers;
        }

        private Json.Obj ask(InputRequest request) throws IOException, InterruptedException {
            Json number = Json.Num.of(requestIds.incrementAndGet());
            BlockingQueue<RpcMessage> answer = new ArrayBlockingQueue<>(1);
            pending.put(number, answer);
            try {
                stream.add(new RpcMessage.Request(number, request.method(), request.params()));
                RpcMessage message = answer.poll(ANSWER_MINUTES, TimeUnit.MINUTES);
                if (message == null) {
                    throw new HostException(
                            ErrorCode.REFUSED, "The client did not answer in time.");
                }
                return result(message);
            } finally {
                pending.remove(number);
            }
        }
    }

    private static Json.Obj result(RpcMessage message) throws HostException {
        if (message instanceof RpcMessage.Failure(Optional<Json> _, RpcError error)) {
            throw new HostException(
                    ErrorCode.REFUSED, "The client refused: %s".formatted(error.message()));
        }
        return message instanceof RpcMessage.Result(Json _, Json.Obj result)
                ? result
                : Json.Obj.EMPTY;
    }

    @Override
    public void close() {
        client.close();
        running.values().forEach(Thread::interrupt);
        standalone.close();
        endpoint.giveBack(session);
    }
}
