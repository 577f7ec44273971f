package dev.deft.tool;

import java.util.Locale;

/// The shelf a tool stands on.
public enum ToolCategory {
    SYSTEM,
    FILE,
    NETWORK,
    DATA,
    MEMORY,
    CODE,
    MCP,
    CUSTOM;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
