package dev.deft.tool;

import java.util.Locale;

/// The kind of a tool, as defined by the Agent Client Protocol. Clients choose icons by it.
public enum ToolKind {
    /// Reads files or data.
    READ,
    /// Changes content.
    EDIT,
    /// Removes something.
    DELETE,
    /// Moves or renames something.
    MOVE,
    /// Searches something.
    SEARCH,
    /// Runs commands or code.
    EXECUTE,
    /// Plans or reasons.
    THINK,
    /// Fetches data from the network.
    FETCH,
    /// Changes the mode of the session.
    SWITCH_MODE,
    /// None of these.
    OTHER;

    /// {@return the name in JSON, such as `switch_mode`}
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
