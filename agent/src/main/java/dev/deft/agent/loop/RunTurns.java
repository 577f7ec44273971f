package dev.deft.agent.loop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Lets one run of a session follow the other, first come first served. In some dialects a new
/// message cancels the run before it.
public final class RunTurns {

    /// How long a message waits for the run that it cancelled.
    static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

    private final ReentrantLock running = new ReentrantLock(true);
    private final BooleanSupplier cancelling;
    private Optional<Thread> current = Optional.empty();
    private boolean cancelled;

    /// Creates the turns of a session.
    ///
    /// @param cancelling whether a new run cancels the current one
    public RunTurns(BooleanSupplier cancelling) {
        this.cancelling = cancelling;
    }

    /// Waits until the current run has ended. If none is going, an interrupted thread has its turn
    /// too: its run records what it began with, and that it was interrupted.
    ///
    /// @return false if it was cancelled and did not end in time
    public boolean begin() throws InterruptedException {
        boolean cancels = cancelling.getAsBoolean();
        if (cancels) {
            cancel();
        }
        if (running.hasQueuedThreads() || !running.tryLock()) {
            if (!cancels) {
                running.lockInterruptibly();
            } else if (!running.tryLock(CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        begun();
        return true;
    }

    /// Begins something that is not a run, such as a change of the session, unless a run is going.
    ///
    /// @return false if a run is going, also one of this thread
    public boolean tryBegin() {
        return !running.isHeldByCurrentThread() && running.tryLock();
    }

    private synchronized void cancel() {
        current.filter(it -> !it.equals(Thread.currentThread()))
                .ifPresent(it -> {
                    cancelled = true;
                    it.interrupt();
                });
    }

    private synchronized void begun() {
        current = Optional.of(Thread.currentThread());
        cancelled = false;
    }

    /// Ends the run of this thread, which goes on without the interrupt that cancelled the run.
    public void end() {
        synchronized (this) {
            current = Optional.empty();
            if (cancelled) {
                boolean _ = Thread.interrupted();
                cancelled = false;
            }
        }
        running.unlock();
    }
}
