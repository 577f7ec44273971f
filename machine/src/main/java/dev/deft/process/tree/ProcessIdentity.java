package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import java.io.IOException;
import java.util.Optional;

/// Identifies a process by its id and start time, because ids are reused.
///
/// @param started in clock ticks since boot
public record ProcessIdentity(int pid, long started) {

    /// The process that has this id now.
    public static Optional<ProcessIdentity> of(int pid) {
        return ProcessTable.stat(pid).map(it -> new ProcessIdentity(pid, it.started()));
    }

    /// Whether it still exists, possibly as a zombie.
    boolean exists() {
        return of(pid).filter(this::equals).isPresent();
    }

    public boolean isAlive() {
        return ProcessTable.stat(pid)
                .filter(it -> it.started() == started && !it.dead())
                .isPresent();
    }

    /// Sends a signal. Opens a pidfd first and checks the identity afterwards, so a later process
    /// with the same id never gets it.
    public void signal(int signal) {
        int pidfd;
        try {
            pidfd = ChildProcesses.openPidfd(pid);
        } catch (IOException _) {
            return;
        }
        try {
            if (exists()) {
                ChildProcesses.signalPidfd(pidfd, signal);
            }
        } finally {
            Descriptors.close(pidfd);
        }
    }
}
