package dev.deft.rpc;

import java.util.Optional;

/// A request of the peer at work. It ends once, finished or cancelled.
final class RunningRequest {

    private Optional<Thread> worker = Optional.empty();
    private boolean cancelled;
    private boolean finished;

    synchronized void start(Thread thread) {
        worker = Optional.of(thread);
        thread.start();
        if (cancelled) {
            thread.interrupt();
        }
    }

    synchronized void cancel() {
        if (!finished) {
            cancelled = true;
            worker.ifPresent(Thread::interrupt);
        }
    }

    /// {@return whether it was not cancelled}
    synchronized boolean finish() {
        finished = true;
        return !cancelled;
    }
}
