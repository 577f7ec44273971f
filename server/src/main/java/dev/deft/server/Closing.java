package dev.deft.server;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// What a server closes when it ends, the last first; also when it cannot start.
final class Closing implements AutoCloseable {

    private final Deque<Part> parts = new ArrayDeque<>();
    private final Consumer<String> notices;

    Closing(Consumer<String> notices) {
        this.notices = notices;
    }

    /// Closes something.
    @FunctionalInterface
    interface Part {

        void close() throws IOException;
    }

    synchronized void add(Part part) {
        parts.push(part);
    }

    /// The same parts in another owner; this one closes nothing any more.
    synchronized Closing handOver() {
        var other = new Closing(notices);
        parts.descendingIterator().forEachRemaining(other::add);
        parts.clear();
        return other;
    }

    /// Closes all, whatever one of them meets.
    @Override
    public void close() {
        for (Part it : taken()) {
            try {
                it.close();
            } catch (IOException e) {
                notices.accept("Something could not be closed: " + e.getMessage());
            }
        }
    }

    private synchronized List<Part> taken() {
        List<Part> all = List.copyOf(parts);
        parts.clear();
        return all;
    }
}
