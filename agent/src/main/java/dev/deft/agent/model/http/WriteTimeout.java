package dev.deft.agent.model.http;

import java.util.Optional;

/// Closes a connection whose server does not read a request in time. A socket has a timeout for
/// reads only.
///
/// Its thread sleeps on behind a request and watches the next one as well: to start and to end one
/// for each takes longer than most requests take.
final class WriteTimeout {

    private static final long MILLI = 1_000_000;

    private final ModelConnection connection;
    private Optional<Thread> thread = Optional.empty();
    private boolean writing;
    private boolean expired;
    private long deadline;
    private long wakesAt;

    WriteTimeout(ModelConnection connection) {
        this.connection = connection;
    }

    /// Watches a request from now on.
    ///
    /// @param deadline of the clock [System#nanoTime]
    synchronized void begin(long deadline) {
        this.deadline = deadline;
        writing = true;
        if (thread.isEmpty()) {
            thread =
                    Optional.of(
                            Thread.ofVirtual().name("model request timeout").start(this::watch));
        } else if (deadline - wakesAt < 0) {
            thread.get().interrupt();
        }
    }

    /// The request was sent.
    synchronized void end() {
        writing = false;
    }

    /// Whether the connection was closed because of a request that took too long.
    synchronized boolean expired() {
        return expired;
    }

    /// The connection is closed: there is nothing more to watch.
    synchronized void stop() {
        writing = false;
        thread.ifPresent(Thread::interrupt);
    }

    private void watch() {
        for (long left = left(); left > 0; left = left()) {
            try {
                Thread.sleep(left / MILLI + 1);
            } catch (InterruptedException _) {
                // There may be less time now, or none to wait for.
            }
        }
    }

    /// The time until the deadline in nanoseconds; 0 if the thread is to end.
    private synchronized long left() {
        long left = deadline - System.nanoTime();
        if (writing && left > 0) {
            wakesAt = deadline;
            return left;
        }
        thread = Optional.empty();
        if (writing) {
            expired = true;
            connection.close();
        }
        return 0;
    }
}
