package dev.deft.mcp;

import java.util.Arrays;
import java.util.Optional;

/// A revision of the protocol, oldest first.
public enum Revision {
    V2024_11_05("2024-11-05"),
    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    /// The newest one with a handshake and sessions.
    public static final Revision NEWEST_STATEFUL = V2025_11_25;

    /// The newest one.
    public static final Revision NEWEST = V2026_07_28;

    private final String wire;

    Revision(String wire) {
        this.wire = wire;
    }

    /// The name in messages, such as `2025-11-25`.
    public String wire() {
        return wire;
    }

    /// Whether each request tells its revision, and there is neither a handshake nor a session.
    public boolean stateless() {
        return compareTo(V2026_07_28) >= 0;
    }

    public boolean since(Revision other) {
        return compareTo(other) >= 0;
    }

    public static Optional<Revision> find(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }
}
