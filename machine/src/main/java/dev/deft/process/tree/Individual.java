package dev.deft.process.tree;

import dev.deft.kernel.Children;
import dev.deft.kernel.Descriptors;
import java.io.IOException;
import java.util.Optional;

/// One process, told apart from any that gets its number later.
///
/// @param started in clock ticks since boot
public record Individual(int process, long started) {

    /// Whoever has a number now.
    public static Optional<Individual> of(int process) {
        return ProcessTree.stat(process).map(it -> new Individual(process, it.started()));
    }

    /// Whether it is still there, be it only to be taken off the books.
    boolean isThere() {
        return of(process).filter(this::equals).isPresent();
    }

    /// Whether it still runs.
    public boolean lives() {
        return ProcessTree.stat(process)
                .filter(it -> it.started() == started && !it.dead())
                .isPresent();
    }

    /// Sends it a signal. It is held first and looked at then: whoever else might have its number
    /// by now is not who is held.
    public void signal(int signal) {
        int held;
        try {
            held = Children.watch(process);
        } catch (IOException _) {
            return;
        }
        try {
            if (isThere()) {
                Children.signalWatched(held, signal);
            }
        } finally {
            Descriptors.close(held);
        }
    }
}
