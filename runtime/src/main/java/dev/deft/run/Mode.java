package dev.deft.run;

import java.util.Locale;

/// How an allowed call runs.
public enum Mode {
    /// With everything its host gives it.
    FULL,
    /// Where nothing its commands do lasts: the workspace and the system are read-only, the home
    /// and the temporary directories are thrown away, and there is no network, no Unix socket and
    /// no other process to signal.
    LOOK,
    /// Before it is approved, without any effect: what its commands change is kept aside, to be
    /// shown to the approver, and everything else that would have an effect is refused.
    DRY_RUN;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
