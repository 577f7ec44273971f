package dev.deft.process.output;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// The outlets nobody uses now.
public final class Outlets {

    private static final int MOST_IDLE = 4;

    private final Deque<Outlet> idle = new ArrayDeque<>();
    private boolean closed;

    public Outlet take() throws IOException {
        synchronized (idle) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return Outlet.open(this);
    }

    void give(Outlet outlet) {
        synchronized (idle) {
            if (!closed && idle.size() < MOST_IDLE && outlet.free()) {
                idle.push(outlet);
                return;
            }
        }
        outlet.close();
    }

    public void close() {
        synchronized (idle) {
            closed = true;
            idle.forEach(Outlet::close);
            idle.clear();
        }
    }
}
