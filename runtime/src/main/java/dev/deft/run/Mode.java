package dev.deft.run;

import java.util.Locale;

/// How an allowed call runs.
public enum Mode {
    /// Without restrictions beyond those of its host.
    FULL,
    /// Commands have no lasting effect: the workspace and the system are read-only, the home and
    /// temporary directories are discarded, and commands cannot use the network, connect to Unix
    /// sockets or signal other processes.
    LOOK,
    /// Runs before approval and without effect: changes of commands go to an overlay, which is
    /// shown to the approver, and every other effect is refused.
    DRY_RUN,
    /// Commands run outside the sandbox and with the network, since the user agreed to this call.
    OUTSIDE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
