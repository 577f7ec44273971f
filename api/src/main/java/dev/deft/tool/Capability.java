package dev.deft.tool;

import java.util.Arrays;
import java.util.Optional;

/// A way to touch the world.
public enum Capability {
    FS_READ("fs.read"),
    FS_WRITE("fs.write"),
    SHELL_RUN("shell.run"),
    NET_FETCH("net.fetch"),
    /// Session-internal: touches nothing outside.
    NONE("none");

    private final String wire;

    Capability(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static Optional<Capability> parse(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }
}
