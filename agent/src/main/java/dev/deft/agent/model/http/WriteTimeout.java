package dev.deft.agent.model.http;

/// Closes a connection whose server does not read a request in time. A socket has a timeout for
/// reads only.
final class WriteTimeout implements AutoCloseable {

    private static final long MILLI = 1_000_000;

    private final ModelConnection connection;
    private final long deadline;
    private final Thread thread;
    private volatile boolean expired;

    /// @param deadline of the clock [System#nanoTime]
    WriteTimeout(ModelConnection connection, long deadline) {
        this.connection = connection;
        this.deadline = deadline;
        this.thread = Thread.ofVirtual().name("model request timeout").start(this::run);
    }

    private void run() {
        try {
            Thread.sleep(Math.max(0, (deadline - System.nanoTime()) / MILLI));
            expired = true;
            connection.close();
        } catch (InterruptedException _) {
            // The request was sent.
        }
    }

    boolean expired() {
        return expired;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
