package dev.deft.tool;

import java.util.Arrays;
import java.util.Optional;

/// A kind of access outside the session.
public enum Capability {
    /// Reads files.
    FS_READ("fs.read"),
    /// Changes files.
    FS_WRITE("fs.write"),
    /// Runs commands.
    SHELL_RUN("shell.run"),
    /// Uses the network.
    NET_FETCH("net.fetch"),
    /// No access outside the session.
    NONE("none");

    private final String wire;

    Capability(String wire) {
        this.wire = wire;
    }

    /// {@return the name in rules and logs, such as `fs.read`}
    public String wire() {
        return wire;
    }

    /// {@return the capability with this name}
    ///
    /// @param wire such as `fs.read`
    public static Optional<Capability> parse(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }
}
