package dev.deft.acp;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A prompt at work, from its arrival to its answer.
final class Turn {

    private final Optional<Turn> before;
    private final CountDownLatch ended = new CountDownLatch(1);
    private Optional<Thread> worker = Optional.empty();
    private Optional<TurnView> view = Optional.empty();
    private boolean cancelled;

    /// @param before a cancelled turn that may still be ending
    Turn(Optional<Turn> before) {
        this.before = before;
    }

    /// Begins to work on this thread, once the turn before it has ended.
    ///
    /// @return whether it was not cancelled before
    boolean begin() throws InterruptedException {
        if (before.isPresent()) {
            before.get().ended.await();
        }
        synchronized (this) {
            worker = Optional.of(Thread.currentThread());
            return !cancelled;
        }
    }

    synchronized void show(TurnView shown) {
        view = Optional.of(shown);
    }

    synchronized Optional<TurnView> view() {
        return view;
    }

    /// Stops the work. Its thread is interrupted even where it has not started to wait.
    synchronized void cancel() {
        cancelled = true;
        worker.ifPresent(Thread::interrupt);
    }

    /// Ends the work on this thread; a late [#cancel] must not interrupt what it does next.
    synchronized void end() {
        worker = Optional.empty();
        ended.countDown();
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }
}
