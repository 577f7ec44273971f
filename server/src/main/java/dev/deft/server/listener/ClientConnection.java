package dev.deft.server.listener;

import dev.deft.output.ErrorLog;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.listener.RequestChain.Outcome;
import dev.deft.server.wire.IncomingHead;
import dev.deft.server.wire.IncomingHeadReader;
import dev.deft.server.wire.SocketInput;
import dev.deft.server.wire.SocketOutput;
import dev.deft.server.wire.WireExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One connection: its requests, one after the other, on one virtual thread.
final class ClientConnection {

    private static final Duration LINGER = Duration.ofSeconds(2);
    private static final int LINGER_BYTES = 1024 * 1024;

    private final Socket plain;
    private final Socket socket;
    private final ListenerSettings settings;
    private final RequestChain chain;
    private final OpenWork work;
    private final HttpObserver observer;
    private final SocketInput in;
    private final SocketOutput out;
    private volatile Optional<Stream> stream = Optional.empty();
    private volatile boolean busy;

    /// A stream of events that is open.
    record Stream(EventOutput output, Optional<Principal> principal, Thread thread) {}

    /// @param plain which is closed to give the client up
    /// @param socket the same, with TLS if there is any
    ClientConnection(
            Socket plain,
            Socket socket,
            ListenerSettings settings,
            RequestChain chain,
            OpenWork work,
            HttpObserver observer)
            throws IOException {
        this.plain = plain;
        this.socket = socket;
        this.settings = settings;
        this.chain = chain;
        this.work = work;
        this.observer = observer;
        this.in = new SocketInput(socket);
        this.out = new SocketOutput(socket);
    }

    /// Answers requests until the client is gone or must go.
    void serve() throws IOException {
        while (true) {
            in.within(settings.limits().times().idle());
            if (work.isClosing() || !in.await()) {
                return;
            }
            busy = true;
            try {
                if (!serveOne()) {
                    if (!work.isClosing()) {
                        linger();
                    }
                    return;
                }
            } finally {
                busy = false;
            }
        }
    }

    private boolean serveOne() throws IOException {
        long began = System.nanoTime();
        ListenerLimits limits = settings.limits();
        in.within(limits.times().head());
        IncomingHead head = new IncomingHead("GET", "/", true, Map.of());
        try {
            head =
                    new IncomingHeadReader(
                                    in, limits.counts().headBytes(), limits.counts().headFields())
                            .read();
            return answered(new WireExchange(head, in, out, InstantSource.system()), began);
        } catch (ProblemException e) {
            refuse(head, e.problem(), began);
            return false;
        } catch (SocketTimeoutException _) {
            refuse(head, timeout(), began);
            return false;
        }
    }

    private static Problem timeout() {
        return Problem.of(408, "timeout", "The request did not arrive in time.");
    }

    /// Answers what cannot be read as a request.
    private void refuse(IncomingHead head, Problem problem, long began) throws IOException {
        var bare = new IncomingHead(head.method(), "/", true, Map.of());
        var exchange = new WireExchange(bare, in, out, InstantSource.system());
        exchange.last();
        send(exchange, RequestChain.response(problem), false);
        observer.answered(head.method(), "none", problem.status(), since(began));
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private boolean answered(WireExchange exchange, long began) throws IOException {
        ClientAddress client =
                ClientAddress.of(
                        peer(), settings.tls().isPresent(), exchange.head(), settings.proxies());
        if (!work.begin()) {
            refuse(
                    exchange.head(),
                    Problem.unavailable("The server has too much to do; try again later."),
                    began);
            return false;
        }
        boolean counted = true;
        try {
            Outcome outcome = chain.handle(exchange, client);
            if (work.isClosing()) {
                exchange.last();
            }
            if (isLong(outcome)) {
                work.end();
                counted = false;
            }
            write(exchange, outcome, client, began);
        } catch (InterruptedException _) {
            exchange.last();
            if (!exchange.isAnswered()) {
                send(
                        exchange,
                        RequestChain.response(Problem.unavailable("The server is ending.")),
                        client.secure());
            }
        } finally {
            if (counted) {
                work.end();
            }
        }
        return exchange.staysOpen();
    }

    private InetAddress peer() {
        return plain.getInetAddress();
    }

    private static boolean isLong(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Raw _ -> true;
            case Outcome.Answer(ApiResponse response, _, _) ->
                    response.body() instanceof ApiResponse.Body.Events;
        };
    }

    private void write(WireExchange exchange, Outcome outcome, ClientAddress client, long began)
            throws IOException, InterruptedException {
        switch (outcome) {
            case Outcome.Answer(
                            ApiResponse response,
                            Optional<Principal> principal,
                            String operation) -> {
                String method = exchange.head().method();
                switch (response.body()) {
                    case ApiResponse.Body.Bytes _ -> send(exchange, response, client.secure());
                    case ApiResponse.Body.Streamed(ApiResponse.Writer writer) ->
                            stream(exchange, response, writer, client.secure());
                    case ApiResponse.Body.Events(ApiResponse.EventSource source) -> {
                        observer.answered(method, operation, response.status(), since(began));
                        events(exchange, response, source, principal, client.secure());
                        return;
                    }
                }
                observer.answered(method, operation, response.status(), since(began));
            }
            case Outcome.Raw(RawRoute route, Optional<Principal> principal) ->
                    raw(exchange, route, principal, client, began);
        }
    }

    private static void send(WireExchange exchange, ApiResponse response, boolean secure)
            throws IOException {
        if (response.body() instanceof ApiResponse.Body.Bytes bytes) {
            exchange.send(
                    response.status(),
                    SecurityHeaders.with(response.headers(), secure),
                    bytes.bytes());
        }
    }

    private static void stream(
            WireExchange exchange, ApiResponse response, ApiResponse.Writer writer, boolean secure)
            throws IOException, InterruptedException {
        OutputStream body =
                exchange.stream(
                        response.status(), SecurityHeaders.with(response.headers(), secure));
        if (!exchange.isHead()) {
            writeAll(body, writer);
        }
    }

    /// A body that breaks off is not ended as if it were whole.
    private static void writeAll(OutputStream body, ApiResponse.Writer writer)
            throws IOException, InterruptedException {
        try {
            writer.writeTo(body);
        } catch (RuntimeException e) {
            ErrorLog.log(System.Logger.Level.ERROR, () -> "a response broke off", e);
            throw new IOException("a response broke off", e);
        }
        body.close();
    }

    private void events(
            WireExchange exchange,
            ApiResponse response,
            ApiResponse.EventSource source,
            Optional<Principal> principal,
            boolean secure)
            throws IOException, InterruptedException {
        String token = principal.map(Principal::token).orElse("");
        if (!work.beginStream(token)) {
            Problem problem =
                    Problem.of(
                            429,
                            "rate_limited",
                            "There are too many streams of events with this token.");
            send(exchange, RequestChain.response(problem), secure);
            return;
        }
        try {
            OutputStream body =
                    exchange.stream(
                            response.status(), SecurityHeaders.with(response.headers(), secure));
            if (exchange.isHead()) {
                return;
            }
            var output = new EventOutput(body);
            stream = Optional.of(new Stream(output, principal, Thread.currentThread()));
            writeAll(body, _ -> source.writeTo(output));
        } catch (InterruptedException _) {
            // The server is ending: clients come back to the next one.
            exchange.last();
        } finally {
            stream = Optional.empty();
            work.endStream(token);
        }
    }

    private void raw(
            WireExchange exchange,
            RawRoute route,
            Optional<Principal> principal,
            ClientAddress client,
            long began)
            throws IOException, InterruptedException {
        var view =
                new ExchangeView(
                        exchange,
                        principal,
                        new InetSocketAddress(client.address(), plain.getPort()),
                        new InetSocketAddress(plain.getLocalAddress(), plain.getLocalPort()),
                        client.secure());
        try (view) {
            route.handler().handle(view, principal);
        } catch (ProblemException e) {
            send(exchange, RequestChain.response(e.problem()), client.secure());
        } catch (RuntimeException e) {
            Problem problem = Failures.problem(e, route.id());
            if (exchange.isAnswered()) {
                throw new IOException("a response broke off", e);
            }
            send(exchange, RequestChain.response(problem), client.secure());
        }
        observer.answered(
                exchange.head().method(), route.id(), view.getResponseCode(), since(began));
    }

    /// Reads a little of what the client is still sending, so that it gets to read our answer.
    private void linger() throws IOException {
        socket.shutdownOutput();
        in.within(LINGER);
        byte[] rest = new byte[8 * 1024];
        int total = 0;
        while (total < LINGER_BYTES) {
            int count = in.read(rest);
            if (count < 0) {
                return;
            }
            total += count;
        }
    }

    Optional<Stream> stream() {
        return stream;
    }

    /// Whether it is between two requests.
    boolean isIdle() {
        return !busy;
    }

    /// Whether the client has not read for too long.
    boolean isStalled() {
        return out.stalled() > settings.limits().times().stall().toNanos();
    }

    /// Gives the client up. What waits for it, goes on with an exception.
    void abort() {
        try {
            plain.close();
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "closing a connection failed", e);
        }
    }

    /// Ends the stream of events, as if the source had ended.
    void endStream() {
        stream.ifPresent(it -> it.thread().interrupt());
    }

    List<Principal> principals() {
        return stream.flatMap(Stream::principal).stream().toList();
    }
}
