package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import java.io.IOException;
import java.util.Optional;

/// One process, told apart from any that gets its number later.
///
/// @param started in clock ticks since boot
public record ProcessIdentity(int process, long started) {

    /// Whoever has a number now.
    public static Optional<ProcessIdentity> of(int process) {
        return ProcessTable.stat(process).map(it -> new ProcessIdentity(process, it.started()));
    }

    /// Whether it is still there, be it only to be taken off the books.
    boolean isThere() {
        return of(process).filter(this::equals).isPresent();
    }

    /// Whether it still runs.
    public boolean lives() {
        return ProcessTable.stat(process)
                .filter(it -> it.started() == started && !it.dead())
                .isPresent();
    }

    /// Sends it a signal. It is held first and looked at then: whoever else might have its number
    /// by now is not who is held.
    public void signal(int signal) {
        int held;
        try {
            held = ChildProcesses.watch(process);
        } catch (IOException _) {
            return;
        }
        try {
            if (isThere()) {
                ChildProcesses.signalWatched(held, signal);
            }
        } finally {
            Descriptors.close(held);
        }
    }
}
