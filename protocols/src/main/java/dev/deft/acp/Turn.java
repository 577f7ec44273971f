package dev.deft.acp;

import dev.deft.json.Json;
import java.util.Optional;

/// A prompt at work, from its arrival to its answer.
final class Turn {

    private final Json request;
    private Optional<Thread> worker = Optional.empty();
    private Optional<TurnView> view = Optional.empty();
    private boolean cancelled;

    /// @param request its id
    Turn(Json request) {
        this.request = request;
    }

    boolean isOf(Json id) {
        return request.equals(id);
    }

    /// Begins to work on this thread.
    ///
    /// @return whether it was not cancelled before
    synchronized boolean begin() {
        worker = Optional.of(Thread.currentThread());
        return !cancelled;
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
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }
}
