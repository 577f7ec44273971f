package dev.deft.sandbox;

import java.util.Locale;

/// The kinds of sandbox, best first.
public enum Tier {
    /// Own namespaces for processes, network and mounts; the system is read-only.
    BUBBLEWRAP,
    /// The kernel blocks files and sockets, but other processes and protected paths are visible.
    LANDLOCK,
    /// No sandbox.
    NONE;

    /// The name in results.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
