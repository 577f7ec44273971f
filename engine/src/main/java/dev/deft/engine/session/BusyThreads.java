package dev.deft.engine.session;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The threads that work in a session: its runs and the calls of programs. None enters once the
/// session is closed.
public final class BusyThreads {

    private final Map<Thread, Integer> busy = new HashMap<>();
    private final Set<Thread> interrupted = new HashSet<>();
    private boolean closed;

    /// A thread may enter again, for example from a listener of its own run.
    ///
    /// @return false if the session is closed
    public synchronized boolean enter() {
        if (!closed) {
            busy.merge(Thread.currentThread(), 1, Integer::sum);
        }
        return !closed;
    }

    /// Clears an interrupt that [#interrupt] caused: what was interrupted has said so.
    public synchronized void leave() {
        Thread current = Thread.currentThread();
        if (isOut(current) && interrupted.remove(current)) {
            boolean _ = Thread.interrupted();
        }
    }

    /// Leaves what only prepared a run, and cannot say that it was interrupted: an interrupt stays
    /// for that run.
    public synchronized void leaveForRun() {
        Thread current = Thread.currentThread();
        if (isOut(current) && !current.isInterrupted()) {
            interrupted.remove(current);
        }
    }

    private boolean isOut(Thread current) {
        boolean out = busy.merge(current, -1, Integer::sum) == 0;
        if (out) {
            busy.remove(current);
            notifyAll();
        }
        return out;
    }

    /// Interrupts all of them.
    public synchronized void interrupt() {
        busy.keySet().forEach(Thread::interrupt);
        interrupted.addAll(busy.keySet());
    }

    /// Whether the session is closed.
    public synchronized boolean isClosed() {
        return closed;
    }

    /// Lets no thread enter any more.
    ///
    /// @return false if it was closed before
    public synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    /// Waits until the other threads have left. Interrupted calls have some seconds to record their
    /// end before the log is closed.
    public synchronized void awaitOthers(Duration timeout) {
        boolean ours = busy.containsKey(Thread.currentThread());
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            for (long left = timeout.toMillis();
                    busy.size() > (ours ? 1 : 0) && left > 0;
                    left = (deadline - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
