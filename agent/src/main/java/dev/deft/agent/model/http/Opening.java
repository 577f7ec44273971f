package dev.deft.agent.model.http;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A connection that is being opened on a thread of its own: whoever waits for it can be
/// interrupted, which the question for an address cannot.
final class Opening {

    private final FutureTask<ModelConnection> task;
    private final boolean early;
    private Optional<ModelConnection> opened = Optional.empty();
    private boolean abandoned;

    /// @param early whether it begins before anybody needs it
    Opening(Callable<ModelConnection> open, boolean early) {
        this.task = new FutureTask<>(() -> keep(open.call()));
        this.early = early;
    }

    /// On a platform thread: where a virtual thread waits for a socket, the JDK starts threads that
    /// wait for all sockets, and the JVM waits 300 ms for those when the program ends.
    void start() {
        Thread.ofPlatform().daemon().name("model connection").start(task);
    }

    private synchronized ModelConnection keep(ModelConnection connection) {
        opened = Optional.of(connection);
        if (abandoned) {
            connection.close();
        }
        return connection;
    }

    /// The connection; empty if it takes longer.
    ///
    /// @throws IOException when it failed, or was abandoned
    Optional<ModelConnection> await(long nanos) throws IOException, InterruptedException {
        try {
            return Optional.of(task.get(nanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (CancellationException e) {
            throw new IOException("the connection was abandoned", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    /// The connection, if there is one already.
    synchronized Optional<ModelConnection> opened() {
        return opened;
    }

    boolean early() {
        return early;
    }

    boolean failed() {
        return task.state() == State.FAILED;
    }

    /// Closes it, also if it is opened later.
    void abandon() {
        task.cancel(true);
        synchronized (this) {
            abandoned = true;
            opened.ifPresent(ModelConnection::close);
        }
    }
}
