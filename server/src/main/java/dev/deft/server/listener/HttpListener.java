package dev.deft.server.listener;

import dev.deft.output.ErrorLog;
import dev.deft.server.access.Principal;
import dev.deft.server.store.AuditLog;
import dev.deft.server.store.StoredReplies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/// Listens for HTTP/1.1, with TLS or without, and answers each connection on a virtual thread.
public final class HttpListener implements AutoCloseable {

    private static final int BACKLOG = 1024;
    private static final Duration PAUSE = Duration.ofMillis(100);

    /// A thousand signs of life at once would hold up the events of all.
    private static final int BEATS_AT_ONCE = 16;

    private static final Duration BETWEEN_BEATS = Duration.ofMillis(2);
    private static final Duration SWEEP = Duration.ofHours(1);

    private final ListenerSettings settings;
    private final ServerSocket server;
    private final Optional<TlsCertificate> certificate;
    private final RequestChain chain;
    private final Access access;
    private final StoredReplies replies;
    private final HttpObserver observer;
    private final OpenWork work;
    private final ConnectionTable connections;

    /// What a listener works with.
    ///
    /// @param replies by idempotency key
    public record Parts(
            RouteTable routes,
            Access access,
            StoredReplies replies,
            AuditLog audit,
            HttpObserver observer,
            InstantSource clock) {}

    private HttpListener(ListenerSettings settings, Parts parts) throws IOException {
        this.settings = settings;
        this.access = parts.access();
        this.replies = parts.replies();
        this.observer = parts.observer();
        ListenerLimits limits = settings.limits();
        this.work = new OpenWork(limits.counts());
        this.connections = new ConnectionTable(limits.counts(), settings.proxies());
        this.certificate =
                settings.tls().isPresent()
                        ? Optional.of(new TlsCertificate(settings.tls().get()))
                        : Optional.empty();
        var origins = new OriginCheck(settings.allNames(), settings.origins());
        var rates = new RateLimits(limits.rates());
        this.chain =
                new RequestChain(
                        origins,
                        new RequestChain.Steps(
                                parts.routes(),
                                new SignInCheck(parts.access(), origins, rates),
                                rates,
                                new BodyBudget(limits.counts().bodyBytes()),
                                new IdempotentActs(parts.replies()),
                                new AuditTrail(parts.audit(), parts.clock()),
                                limits));
        this.server = new ServerSocket();
    }

    /// Begins to listen.
    ///
    /// @throws IOException with a sentence for people if the address cannot be used
    public static HttpListener start(ListenerSettings settings, Parts parts) throws IOException {
        var listener = new HttpListener(settings, parts);
        listener.bind();
        Thread.ofVirtual().name("accept").start(listener::accept);
        Thread.ofVirtual().name("pulse").start(listener::pulse);
        Thread.ofVirtual().name("recheck").start(listener::recheck);
        return listener;
    }

    private void bind() throws IOException {
        try {
            server.setReuseAddress(true);
            server.bind(settings.address(), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "%s port %d cannot be listened on: %s"
                            .formatted(
                                    settings.address().getHostString(),
                                    settings.address().getPort(),
                                    e.getMessage()),
                    e);
        }
    }

    /// Where it listens.
    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /// How many connections there are.
    public int connections() {
        return connections.size();
    }

    /// How many streams of events are open.
    public int streams() {
        return work.streams();
    }

    /// How many requests are being carried out.
    public int requests() {
        return work.requests();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                var connection = new OpenConnection(socket);
                if (connections.admit(connection)) {
                    Thread.ofVirtual().name("http").start(() -> serve(connection));
                } else {
                    socket.close();
                }
            } catch (IOException e) {
                // Too many open files, or the end of the listener.
                ErrorLog.log(System.Logger.Level.DEBUG, () -> "accepting failed", e);
                pause(PAUSE);
            }
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(OpenConnection connection) {
        try (Socket plain = connection.socket()) {
            plain.setTcpNoDelay(true);
            Socket socket = secured(plain);
            new ClientConnection(connection, socket, settings, chain, work, observer).serve();
        } catch (IOException e) {
            // The client is gone, or was given up.
            ErrorLog.log(System.Logger.Level.TRACE, () -> "a connection ended", e);
        } finally {
            connections.leave(connection);
        }
    }

    private Socket secured(Socket plain) throws IOException {
        if (certificate.isEmpty()) {
            return plain;
        }
        SSLSocket socket = (SSLSocket) certificate.get().sockets().createSocket(plain, null, true);
        socket.setUseClientMode(false);
        socket.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        socket.startHandshake();
        return socket;
    }

    /// Gives up on clients that do not read, and tells the others that their streams live.
    private void pulse() {
        ListenerLimits.Times times = settings.limits().times();
        Duration step =
                shorter(shorter(times.heartbeat(), times.stall()), times.head()).dividedBy(4);
        while (!server.isClosed()) {
            pause(step);
            int beats = 0;
            for (OpenConnection it : connections.all()) {
                if (it.isStalled(times.stall()) || it.isOverdue(times.head())) {
                    it.abort();
                } else if (it.stream()
                        .filter(open -> open.output().isIdle(times.heartbeat()))
                        .isPresent()) {
                    Thread.ofVirtual().name("heartbeat").start(() -> beat(it));
                    beats++;
                    if (beats % BEATS_AT_ONCE == 0) {
                        pause(BETWEEN_BEATS);
                    }
                }
            }
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void beat(OpenConnection connection) {
        Optional<OpenConnection.Stream> stream = connection.stream();
        try {
            if (stream.isPresent()) {
                stream.get().output().beat(settings.limits().times().heartbeat());
            }
        } catch (IOException _) {
            connection.abort();
            connection.endStream();
        }
    }

    /// Ends the streams of tokens that were revoked or have expired, and now and then forgets old
    /// replies.
    private void recheck() {
        long swept = System.nanoTime() - SWEEP.toNanos();
        while (!server.isClosed()) {
            pause(settings.limits().times().recheck());
            endStrangers();
            if (System.nanoTime() - swept >= SWEEP.toNanos()) {
                swept = System.nanoTime();
                sweep();
            }
        }
    }

    private void endStrangers() {
        Map<Principal, Boolean> known = new HashMap<>();
        for (OpenConnection it : connections.all()) {
            Optional<Principal> principal = it.stream().flatMap(OpenConnection.Stream::principal);
            if (principal.isPresent()
                    && !known.computeIfAbsent(principal.get(), this::isStillKnown)) {
                it.abort();
                it.endStream();
            }
        }
    }

    private void sweep() {
        try {
            replies.sweep();
        } catch (IOException e) {
            // The next time may go better; until then, only room is lost.
            ErrorLog.log(System.Logger.Level.WARNING, () -> "old replies cannot be removed", e);
        }
    }

    /// While the store cannot be asked, streams stay open.
    private boolean isStillKnown(Principal principal) {
        try {
            return access.isStillKnown(principal);
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.WARNING, () -> "a token cannot be looked up", e);
            return true;
        }
    }

    /// Stops listening, ends streams of events, and waits a little for requests that are carried
    /// out.
    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }

    /// Likewise.
    ///
    /// @param timeout how long requests are waited for
    public void close(Duration timeout) {
        work.close();
        try {
            server.close();
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "closing the listener failed", e);
        }
        connections.all().forEach(OpenConnection::endStream);
        long deadline = System.nanoTime() + timeout.toNanos();
        abortIdle();
        while (connections.size() > 0 && System.nanoTime() < deadline) {
            pause(Duration.ofMillis(10));
            abortIdle();
        }
        connections.all().forEach(OpenConnection::abort);
    }

    private void abortIdle() {
        for (OpenConnection it : connections.all()) {
            if (it.isIdle()) {
                it.abort();
            }
        }
    }
}
