package dev.deft.sandbox;

import java.util.Locale;

/// The fences there are, best first.
public enum Tier {
    /// Namespaces of its own: processes, network, mounts; the system is read-only.
    BUBBLEWRAP,
    /// Files and sockets are refused by the kernel, but processes and protected paths are in sight.
    LANDLOCK,
    /// No fence at all.
    NONE;

    /// The spelling in results.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
