package dev.deft.acp;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A prompt from its arrival to its answer. Its work ends a moment before the answer is sent: from
/// then on the next prompt may arrive, and only the answer lets that one begin, so that all that a
/// client gets before an answer belongs to it.
final class Turn {

    /// How long [#awaitAnswer] waits; the work was cancelled long before.
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private final CountDownLatch answered = new CountDownLatch(1);
    private Optional<Turn> before;
    private Optional<Thread> worker = Optional.empty();
    private Optional<TurnView> view = Optional.empty();
    private boolean cancelled;
    private boolean ended;

    /// @param before the last turn of the session, which may still be at work if it was cancelled
    Turn(Optional<Turn> before) {
        this.before = before;
    }

    /// Begins to work on this thread, once the turns before it were answered.
    ///
    /// @return whether it was not cancelled before
    boolean begin() throws InterruptedException {
        for (Optional<Turn> it = before(); it.isPresent(); it = it.get().before()) {
            it.get().answered.await();
        }
        synchronized (this) {
            before = Optional.empty();
            worker = Optional.of(Thread.currentThread());
            return !cancelled;
        }
    }

    private synchronized Optional<Turn> before() {
        return before;
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
        ended = true;
    }

    /// Its answer was sent, also one that refuses it before its work began.
    void answered() {
        end();
        answered.countDown();
    }

    /// Waits until it and the turns before it were answered, where their work ends in time.
    void awaitAnswer() {
        long end = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
        try {
            for (Optional<Turn> it = Optional.of(this); it.isPresent(); it = it.get().before()) {
                long left = Math.max(0, end - System.nanoTime());
                if (!it.get().answered.await(left, TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /// Whether it works or waits for its work, and nobody cancelled it.
    synchronized boolean isWanted() {
        return !ended && !cancelled;
    }

    /// Whether it works or waits for its work, or a cancelled turn before it still does.
    boolean isGoing() {
        for (Optional<Turn> it = Optional.of(this); it.isPresent(); it = it.get().before()) {
            if (!it.get().isEnded()) {
                return true;
            }
        }
        return false;
    }
}
