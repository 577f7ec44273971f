package dev.deft.tool;

import java.util.Arrays;
import java.util.Optional;

/// A way to touch the world.
public enum Capability {
    /// Reads files.
    FS_READ("fs.read"),
    /// Changes files.
    FS_WRITE("fs.write"),
    /// Runs commands.
    SHELL_RUN("shell.run"),
    /// Uses the network.
    NET_FETCH("net.fetch"),
    /// Session-internal: touches nothing outside.
    NONE("none");

    private final String wire;

    Capability(String wire) {
        this.wire = wire;
    }

    /// {@return the spelling in rules and logs, such as `fs.read`}
    public String wire() {
        return wire;
    }

    /// {@return the capability of this spelling; nothing when there is none}
    ///
    /// @param wire such as `fs.read`
    public static Optional<Capability> parse(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }
}
