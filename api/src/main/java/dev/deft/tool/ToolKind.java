package dev.deft.tool;

import java.util.Locale;

/// What sort of act a call is, in the words of the Agent Client Protocol. Clients draw by it.
public enum ToolKind {
    READ,
    EDIT,
    DELETE,
    MOVE,
    SEARCH,
    EXECUTE,
    THINK,
    FETCH,
    SWITCH_MODE,
    OTHER;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
