package dev.deft.mcp.server.http;

import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The messages of one stream, which a client reads at its own speed and, if the connection broke,
/// from where it was. The newest ones are kept, so a slow client loses the oldest.
final class EventLog {

    private static final int MAX_EVENTS = 1_000;
    private static final long MAX_CHARS = 32L * 1024 * 1024;

    private final String id;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Event> events = new ArrayDeque<>();
    private long chars;
    private long last;
    private OptionalInt status = OptionalInt.empty();

    /// @param id of the stream, unique in its session
    EventLog(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    /// A message.
    ///
    /// @param number counts from 1
    /// @param text JSON on one line
    record Event(long number, String text) {}

    void add(RpcMessage message) {
        add(RpcText.write(message));
    }

    private void add(String text) {
        lock.lock();
        try {
            if (status.isPresent()) {
                return;
            }
            append(text);
        } finally {
            lock.unlock();
        }
    }

    private void append(String text) {
        events.add(new Event(++last, text));
        chars += text.length();
        while (events.size() > 1 && (events.size() > MAX_EVENTS || chars > MAX_CHARS)) {
            chars -= events.remove().text().length();
        }
        changed.signalAll();
    }

    /// Adds the last message.
    ///
    /// @param code the status of the response, if it is the only message
    void end(String text, int code) {
        lock.lock();
        try {
            if (status.isEmpty()) {
                append(text);
                status = OptionalInt.of(code);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Ends without a message.
    void close() {
        lock.lock();
        try {
            if (status.isEmpty()) {
                status = OptionalInt.of(200);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The status of the only message; empty if there are others, or will be.
    OptionalInt alone() {
        lock.lock();
        try {
            return last == 1 ? status : OptionalInt.empty();
        } finally {
            lock.unlock();
        }
    }

    long last() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    boolean isEnded() {
        lock.lock();
        try {
            return status.isPresent();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for a message after one with a number.
    ///
    /// @return empty after some time, or if there will be none
    Optional<Event> next(long after, long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (last <= after && status.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            for (Event it : events) {
                if (it.number() > after) {
                    return Optional.of(it);
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// Forgets what was sent, where nobody can come back for it.
    void forget(long upTo) {
        lock.lock();
        try {
            while (!events.isEmpty() && events.peek().number() <= upTo) {
                chars -= events.remove().text().length();
            }
        } finally {
            lock.unlock();
        }
    }
}
