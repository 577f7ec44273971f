package dev.deft.tool;

import java.util.Locale;

/// The category of a tool, for lists and statistics.
public enum ToolCategory {
    /// The machine and the session.
    SYSTEM,
    /// Files of the workspace.
    FILE,
    /// The network.
    NETWORK,
    /// Conversion of values.
    DATA,
    /// Memory across sessions.
    MEMORY,
    /// Source code.
    CODE,
    /// From an MCP server.
    MCP,
    /// From a plug-in or a program.
    CUSTOM;

    /// {@return the name in JSON, such as `file`}
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
