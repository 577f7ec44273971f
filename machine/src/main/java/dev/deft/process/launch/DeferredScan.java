package dev.deft.process.launch;

import dev.deft.sandbox.WorkspaceScan.Found;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Looks through a large workspace behind the results of commands, which need not wait for it.
///
/// One look at a time; it counts for all commands that ended before it began.
final class DeferredScan {

    private static final Duration UNTIL_DONE = Duration.ofSeconds(10);

    private final Function<Found, Optional<String>> sweep;
    private final List<String> found = new ArrayList<>();
    private Optional<Found> wanted = Optional.empty();
    private Optional<Thread> worker = Optional.empty();

    /// Prepares to look.
    ///
    /// @param sweep looks, given what there was before, and says what to tell
    DeferredScan(Function<Found, Optional<String>> sweep) {
        this.sweep = sweep;
    }

    /// Asks for a look.
    ///
    /// @param before what there was before the command
    synchronized void ask(Found before) {
        if (wanted.isEmpty()) {
            wanted = Optional.of(before);
        }
        if (worker.isEmpty()) {
            worker = Optional.of(Thread.ofPlatform().daemon().name("late look").start(this::work));
        }
    }

    private void work() {
        for (Optional<Found> next = next(); next.isPresent(); next = next()) {
            Optional<String> told = sweep.apply(next.get());
            synchronized (this) {
                told.ifPresent(found::add);
            }
        }
    }

    private synchronized Optional<Found> next() {
        Optional<Found> next = wanted;
        wanted = Optional.empty();
        if (next.isEmpty()) {
            worker = Optional.empty();
        }
        return next;
    }

    /// What was found since this was last asked for.
    synchronized List<String> news() {
        List<String> news = List.copyOf(found);
        found.clear();
        return news;
    }

    /// Waits until everything asked for was looked at.
    void finish() {
        Optional<Thread> atWork;
        synchronized (this) {
            atWork = worker;
        }
        try {
            if (atWork.isPresent()) {
                atWork.get().join(UNTIL_DONE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
