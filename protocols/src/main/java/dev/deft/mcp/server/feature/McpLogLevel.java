package dev.deft.mcp.server.feature;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How serious a log message is, least serious first.
public enum McpLogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    /// The name in messages, such as `warning`.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<McpLogLevel> find(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire().equals(wire)).findFirst();
    }
}
