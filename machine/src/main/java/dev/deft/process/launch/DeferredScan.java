package dev.deft.process.launch;

import dev.deft.sandbox.WorkspaceScan.Found;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Scans a large workspace after the results of commands, so that they need not wait for it.
///
/// One scan runs at a time; it covers all commands that ended before it started.
final class DeferredScan {

    private static final Duration FINISH_TIMEOUT = Duration.ofSeconds(10);

    private final Function<Found, Optional<String>> scan;
    private final List<String> messages = new ArrayList<>();
    private Optional<Found> requested = Optional.empty();
    private Optional<Thread> worker = Optional.empty();

    /// @param sweep scans, given the state before, and returns a message if it found something
    DeferredScan(Function<Found, Optional<String>> sweep) {
        this.scan = sweep;
    }

    /// Requests a scan.
    ///
    /// @param before the state before the command
    synchronized void request(Found before) {
        if (requested.isEmpty()) {
            requested = Optional.of(before);
        }
        if (worker.isEmpty()) {
            worker =
                    Optional.of(
                            Thread.ofPlatform().daemon().name("deferred scan").start(this::run));
        }
    }

    private void run() {
        for (Optional<Found> next = next(); next.isPresent(); next = next()) {
            Optional<String> message = scan.apply(next.get());
            synchronized (this) {
                message.ifPresent(messages::add);
            }
        }
    }

    private synchronized Optional<Found> next() {
        Optional<Found> next = requested;
        requested = Optional.empty();
        if (next.isEmpty()) {
            worker = Optional.empty();
        }
        return next;
    }

    /// The messages since the last call.
    synchronized List<String> takeMessages() {
        List<String> result = List.copyOf(messages);
        messages.clear();
        return result;
    }

    /// Waits for all requested scans.
    void finish() {
        Optional<Thread> atWork;
        synchronized (this) {
            atWork = worker;
        }
        try {
            if (atWork.isPresent()) {
                atWork.get().join(FINISH_TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
