package dev.deft.tool;

import java.util.Locale;

/// What sort of act a call is, in the words of the Agent Client Protocol. Clients draw by it.
public enum ToolKind {
    /// Reads files or data.
    READ,
    /// Changes content.
    EDIT,
    /// Removes something.
    DELETE,
    /// Moves or renames something.
    MOVE,
    /// Looks for something.
    SEARCH,
    /// Runs commands or code.
    EXECUTE,
    /// Plans or reasons.
    THINK,
    /// Gets data from elsewhere.
    FETCH,
    /// Changes the mode of the session.
    SWITCH_MODE,
    /// None of these.
    OTHER;

    /// {@return the spelling in JSON, such as `switch_mode`}
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
