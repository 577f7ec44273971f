package dev.deft.server.listener;

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
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/// Answers the requests of one connection, one after the other, on one virtual thread.
final class ClientConnection {

    private static final Duration LINGER = Duration.ofSeconds(2);
    private static final int LINGER_BYTES = 1024 * 1024;

    private final OpenConnection connection;
    private final Socket socket;
    private final ListenerSettings settings;
    private final RequestChain chain;
    private final OpenWork work;
    private final HttpObserver observer;
    private final SocketInput in;
    private final SocketOutput out;

    /// @param socket with TLS, if there is any
    ClientConnection(
            OpenConnection connection,
            Socket socket,
            ListenerSettings settings,
            RequestChain chain,
            OpenWork work,
            HttpObserver observer)
            throws IOException {
        this.connection = connection;
        this.socket = socket;
        this.settings = settings;
        this.chain = chain;
        this.work = work;
        this.observer = observer;
        this.in = new SocketInput(socket);
        this.out = new SocketOutput(socket);
        connection.ready(out);
    }

    /// Answers requests until the client is gone or must go.
    void serve() throws IOException {
        ListenerLimits.Times times = settings.limits().times();
        in.within(times.head());
        while (!work.isClosing() && in.await()) {
            if (!serveOne()) {
                linger();
                return;
            }
            connection.idle();
            in.within(times.idle());
        }
    }

    private boolean serveOne() throws IOException {
        long began = System.nanoTime();
        ListenerLimits limits = settings.limits();
        in.within(limits.times().head());
        try {
            IncomingHead head =
                    new IncomingHeadReader(
                                    in, limits.counts().headBytes(), limits.counts().headFields())
                            .read();
            connection.busy();
            return answered(new WireExchange(head, in, out, InstantSource.system()), began);
        } catch (ProblemException e) {
            refuse(e.problem(), began);
        } catch (SocketTimeoutException _) {
            refuse(Problem.of(408, "timeout", "The request did not arrive in time."), began);
        }
        return false;
    }

    /// Answers what cannot be read as a request.
    private void refuse(Problem problem, long began) throws IOException {
        var nothing = new IncomingHead("GET", "/", true, Map.of());
        var exchange = new WireExchange(nothing, in, out, InstantSource.system());
        sender(exchange, began).refuse(problem, "none");
    }

    private ResponseSender sender(WireExchange exchange, long began) {
        ClientAddress client =
                ClientAddress.of(
                        connection.socket(),
                        settings.tls().isPresent(),
                        exchange.head(),
                        settings.proxies());
        return new ResponseSender(exchange, client, connection, work, observer, began);
    }

    private boolean answered(WireExchange exchange, long began) throws IOException {
        ResponseSender sender = sender(exchange, began);
        if (!work.begin()) {
            sender.refuse(
                    Problem.unavailable("The server has too much to do; try again later."), "none");
            return false;
        }
        boolean counted = true;
        try {
            Outcome outcome = chain.handle(exchange, sender.client());
            if (work.isClosing()) {
                exchange.last();
            }
            if (isLong(outcome)) {
                work.end();
                counted = false;
            }
            sender.send(outcome);
        } catch (InterruptedException _) {
            sender.refuse(Problem.unavailable("The server is ending."), "none");
        } finally {
            if (counted) {
                work.end();
            }
        }
        return exchange.staysOpen();
    }

    /// Whether a response may take as long as its client likes.
    private static boolean isLong(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Raw _ -> true;
            case Outcome.Answer(ApiResponse response, _, _) ->
                    response.body() instanceof ApiResponse.Body.Events;
        };
    }

    /// Reads a little of what the client is still sending, so that it gets to read our answer.
    private void linger() throws IOException {
        if (work.isClosing()) {
            return;
        }
        connection.idle();
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
}
