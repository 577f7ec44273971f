package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelSettings;
import dev.deft.net.http.ResponseHead;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// The HTTP client of one model: its connections, which are used again.
///
/// It has no threads of its own. A request is sent and its answer is read on the thread that asks;
/// only a connection is opened on another one.
final class ModelHttpClient implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    /// Servers leave idle connections, some after less than a minute.
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private static final int MOST_RESTING = 8;

    private final ModelSettings settings;
    private final ConnectionOpener opener;

    /// Everything below is guarded by this object. The last to rest is the first to be used.
    private final Deque<ModelConnection> resting = new ArrayDeque<>();

    private final Set<ModelConnection> busy = new HashSet<>();
    private final Set<Opening> openings = new HashSet<>();
    private Optional<Opening> early = Optional.empty();
    private boolean closed;

    ModelHttpClient(ModelSettings settings) {
        this.settings = settings;
        this.opener = new ConnectionOpener(settings, CONNECT_TIMEOUT);
    }

    /// Begins to open the first connection, on a thread of its own.
    void warm() {
        Optional<URI> address = HttpRequests.address(settings, "");
        if (address.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (!closed && early.isEmpty() && resting.isEmpty() && busy.isEmpty()) {
                early = Optional.of(begin(() -> opened(address.get()), true));
            }
        }
    }

    private ModelConnection opened(URI address) throws IOException {
        ModelConnection connection = opener.open(address);
        connection.rest();
        return connection;
    }

    synchronized boolean closed() {
        return closed;
    }

    /// Sends a request and waits until the response begins.
    ///
    /// A connection that rested may have been left by the server meanwhile. If nothing came back on
    /// it, the request is sent again on another one.
    ///
    /// @param sent is told when the server has the request
    ByteStream send(OutgoingRequest request, Duration idleTimeout, Runnable sent)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + idleTimeout.toNanos();
        while (true) {
            ModelConnection connection = connection(request.address(), deadline, idleTimeout);
            try {
                ResponseHead head = connection.exchange(request, deadline, idleTimeout, sent);
                return new ByteStream(head, connection, this);
            } catch (IOException e) {
                discard(connection);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                boolean left =
                        connection.reused()
                                && !connection.heard()
                                && !(e instanceof SocketTimeoutException);
                if (!left || closed()) {
                    throw e;
                }
            }
        }
    }

    private ModelConnection connection(URI address, long deadline, Duration idleTimeout)
            throws IOException, InterruptedException {
        for (var rested = rested(); rested.isPresent(); rested = rested()) {
            if (rested.get().isReady()) {
                return rested.get();
            }
            discard(rested.get());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        Opening opening = opening(address);
        try {
            long left = deadline - System.nanoTime();
            Optional<ModelConnection> opened =
                    opening.await(Math.min(left, CONNECT_TIMEOUT.toNanos()));
            if (opened.isPresent()) {
                return busy(opened.get());
            }
            opening.abandon();
            if (left > CONNECT_TIMEOUT.toNanos()) {
                throw new ConnectTimeoutException();
            }
            throw new SocketTimeoutException(
                    "nothing came for " + ErrorMessages.length(idleTimeout));
        } catch (ConnectException e) {
            if (!opening.early()) {
                throw e;
            }
        } catch (InterruptedException e) {
            opening.abandon();
            throw e;
        } finally {
            forget(opening);
        }
        return connection(address, deadline, idleTimeout);
    }

    /// A connection that rests, unless it does so for too long; it is busy from then on.
    private synchronized Optional<ModelConnection> rested() throws IOException {
        checkOpen();
        if (early.isPresent() && early.get().opened().isPresent()) {
            resting.addFirst(early.get().opened().get());
            openings.remove(early.get());
            early = Optional.empty();
        }
        leaveOld();
        ModelConnection last = resting.pollLast();
        if (last == null) {
            return Optional.empty();
        }
        busy.add(last);
        return Optional.of(last);
    }

    private void leaveOld() {
        while (!resting.isEmpty()
                && (resting.size() > MOST_RESTING
                        || resting.getFirst().restsLongerThan(LONGEST_REST))) {
            resting.removeFirst().close();
        }
    }

    /// The one that was begun early, or a new one. What was begun early and failed is tried again.
    private synchronized Opening opening(URI address) throws IOException {
        checkOpen();
        Optional<Opening> begun = early;
        early = Optional.empty();
        if (begun.isPresent() && begun.get().failed()) {
            openings.remove(begun.get());
            begun = Optional.empty();
        }
        return begun.isPresent() ? begun.get() : begin(() -> opener.open(address), false);
    }

    private Opening begin(Callable<ModelConnection> open, boolean early) {
        var opening = new Opening(open, early);
        openings.add(opening);
        opening.start();
        return opening;
    }

    private synchronized ModelConnection busy(ModelConnection opened) throws IOException {
        if (closed) {
            opened.close();
        }
        checkOpen();
        busy.add(opened);
        return opened;
    }

    private synchronized void forget(Opening opening) {
        openings.remove(opening);
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("the client is closed");
        }
    }

    /// Keeps a connection for the next request, if it can carry one.
    synchronized void rest(ModelConnection connection) {
        busy.remove(connection);
        if (closed || !connection.isPersistent()) {
            connection.close();
            return;
        }
        connection.rest();
        resting.addLast(connection);
        leaveOld();
    }

    /// Closes a connection.
    void discard(ModelConnection connection) {
        connection.close();
        synchronized (this) {
            busy.remove(connection);
        }
    }

    /// Ends requests that are under way.
    @Override
    public void close() {
        List<ModelConnection> open;
        List<Opening> begun;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(resting);
            open.addAll(busy);
            begun = new ArrayList<>(openings);
            resting.clear();
            early = Optional.empty();
        }
        for (Opening opening : begun) {
            opening.abandon();
        }
        for (ModelConnection connection : open) {
            connection.close();
        }
    }
}
