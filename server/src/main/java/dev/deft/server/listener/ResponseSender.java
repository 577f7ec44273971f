package dev.deft.server.listener;

import dev.deft.output.ErrorLog;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.listener.RequestChain.Outcome;
import dev.deft.server.wire.WireExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/// Sends the response to one request.
final class ResponseSender {

    /// What the kernel holds for a client that does not read events.
    private static final int STREAM_BUFFER = 64 * 1024;

    private final WireExchange exchange;
    private final ClientAddress client;
    private final OpenConnection connection;
    private final OpenWork work;
    private final HttpObserver observer;
    private final long began;

    /// @param began when the request did, in nanoseconds
    ResponseSender(
            WireExchange exchange,
            ClientAddress client,
            OpenConnection connection,
            OpenWork work,
            HttpObserver observer,
            long began) {
        this.exchange = exchange;
        this.client = client;
        this.connection = connection;
        this.work = work;
        this.observer = observer;
        this.began = began;
    }

    ClientAddress client() {
        return client;
    }

    void send(Outcome outcome) throws IOException, InterruptedException {
        switch (outcome) {
            case Outcome.Answer(
                            ApiResponse response,
                            Optional<Principal> principal,
                            String operation) ->
                    send(response, principal, operation);
            case Outcome.Raw(RawRoute route, Optional<Principal> principal) ->
                    raw(route, principal);
        }
    }

    private void send(ApiResponse response, Optional<Principal> principal, String operation)
            throws IOException, InterruptedException {
        switch (response.body()) {
            case ApiResponse.Body.Bytes bytes -> {
                send(response, bytes);
                told(operation, response.status());
            }
            case ApiResponse.Body.Streamed(ApiResponse.Writer writer) -> {
                OutputStream body = begin(response);
                if (!exchange.isHead()) {
                    writeAll(body, writer);
                }
                told(operation, response.status());
            }
            case ApiResponse.Body.Events(ApiResponse.EventSource source) -> {
                told(operation, response.status());
                events(response, source, principal);
            }
        }
    }

    /// Sends a problem, if nothing was sent yet.
    void refuse(Problem problem, String operation) throws IOException {
        exchange.last();
        if (!exchange.isAnswered()) {
            problem(problem);
        }
        told(operation, problem.status());
    }

    private void problem(Problem problem) throws IOException {
        ApiResponse response = RequestChain.response(problem);
        if (response.body() instanceof ApiResponse.Body.Bytes bytes) {
            send(response, bytes);
        }
    }

    private void told(String operation, int status) {
        observer.answered(
                exchange.head().method(),
                operation,
                status,
                Duration.ofNanos(System.nanoTime() - began));
    }

    private void send(ApiResponse response, ApiResponse.Body.Bytes bytes) throws IOException {
        exchange.send(
                response.status(),
                SecurityHeaders.with(response.headers(), client.secure()),
                bytes.bytes());
    }

    private OutputStream begin(ApiResponse response) throws IOException {
        return exchange.stream(
                response.status(), SecurityHeaders.with(response.headers(), client.secure()));
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
            ApiResponse response, ApiResponse.EventSource source, Optional<Principal> principal)
            throws IOException {
        String token = principal.map(Principal::token).orElse("");
        if (!work.beginStream(token)) {
            problem(
                    Problem.of(
                            429,
                            "rate_limited",
                            "There are too many streams of events with this token."));
            return;
        }
        try {
            OutputStream body = begin(response);
            if (!exchange.isHead()) {
                connection.socket().setSendBufferSize(STREAM_BUFFER);
                var output = new EventOutput(body);
                connection.streaming(
                        Optional.of(
                                new OpenConnection.Stream(
                                        output, principal, Thread.currentThread())));
                if (work.isClosing()) {
                    throw new InterruptedException("ended before it could be told");
                }
                writeAll(body, _ -> source.writeTo(output));
            }
        } catch (InterruptedException _) {
            // The server is ending: clients come back to the next one.
            exchange.last();
        } finally {
            connection.streaming(Optional.empty());
            work.endStream(token);
        }
    }

    private void raw(RawRoute route, Optional<Principal> principal)
            throws IOException, InterruptedException {
        Socket socket = connection.socket();
        var view =
                new ExchangeView(
                        exchange,
                        principal,
                        new InetSocketAddress(client.address(), socket.getPort()),
                        new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort()),
                        client.secure());
        try (view) {
            route.handler().handle(view, principal);
        } catch (ProblemException e) {
            refuse(e.problem(), route.id());
            return;
        } catch (RuntimeException e) {
            refuse(Failures.problem(e, route.id()), route.id());
            return;
        }
        told(route.id(), view.getResponseCode());
    }
}
