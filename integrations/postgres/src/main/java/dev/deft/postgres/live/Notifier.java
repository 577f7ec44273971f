package dev.deft.postgres.live;

import dev.deft.postgres.connection.Database;
import dev.deft.server.store.LiveEvents;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Sends messages to the other servers, several at once: every transaction that notifies waits for
/// the one before it.
final class Notifier implements AutoCloseable {

    /// How long something of the moment may wait for company.
    private static final Duration MOMENT = Duration.ofMillis(50);

    private static final Duration SOON = Duration.ofMillis(3);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /// More is not held for a database that does not answer; the others read again what is stored.
    private static final int MOST_WAITING = 20_000;

    private final Database database;
    private final String channel;
    private final Payloads payloads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private List<LiveMessage> waiting = new ArrayList<>();
    private long due = Long.MAX_VALUE;
    private boolean dropped;
    private boolean closed;
    private final Thread sending;

    Notifier(Database database, String channel, Payloads payloads) {
        this.database = database;
        this.channel = channel;
        this.payloads = payloads;
        this.sending = Thread.ofVirtual().name("deft-notify").start(this::send);
    }

    /// Sends a message soon.
    ///
    /// @param urgent whether it should not wait for others
    void add(LiveMessage message, boolean urgent) {
        long latest = System.nanoTime() + (urgent ? SOON : MOMENT).toNanos();
        lock.lock();
        try {
            if (waiting.size() >= MOST_WAITING) {
                waiting.clear();
                dropped = true;
            }
            waiting.add(message);
            if (due == Long.MAX_VALUE || latest - due < 0) {
                due = latest;
                added.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void send() {
        try {
            while (true) {
                List<LiveMessage> batch = next();
                if (batch.isEmpty()) {
                    return;
                }
                send(batch);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The messages whose time has come; empty after the end.
    private List<LiveMessage> next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed && (due == Long.MAX_VALUE || due - System.nanoTime() > 0)) {
                if (due == Long.MAX_VALUE) {
                    added.await();
                } else {
                    long _ = added.awaitNanos(due - System.nanoTime());
                }
            }
            List<LiveMessage> batch = waiting;
            waiting = new ArrayList<>();
            due = Long.MAX_VALUE;
            if (dropped && !batch.isEmpty()) {
                batch.add(0, new LiveMessage.Event(new LiveEvents.LiveEvent.Gap()));
                dropped = false;
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void send(List<LiveMessage> batch) {
        String[] packed = payloads.pack(batch).toArray(String[]::new);
        try {
            boolean _ =
                    database.call(
                            TIMEOUT,
                            connection -> {
                                try (PreparedStatement statement =
                                        connection.prepareStatement(
                                                "SELECT count(pg_notify(?, it)) FROM unnest(?::text[]) AS it")) {
                                    statement.setString(1, channel);
                                    statement.setArray(2, connection.createArrayOf("text", packed));
                                    return statement.execute();
                                }
                            });
        } catch (IOException _) {
            drop();
        }
    }

    /// The others are told to read again as soon as the database answers.
    private void drop() {
        lock.lock();
        try {
            dropped = true;
            if (!closed) {
                add(new LiveMessage.Event(new LiveEvents.LiveEvent.Gap()), false);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Sends what is waiting, then ends.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            added.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            boolean _ = sending.join(TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
