package dev.deft.agent.model.listing;

/// Where a figure comes from.
public enum Origin {
    /// The user's settings: `agent.json` or a variable.
    SETTINGS("settings"),
    /// The server of the model.
    SERVICE("service"),
    /// The server of the model, which may run it with less.
    AT_MOST("at most"),
    /// The bundled table.
    TABLE("table"),
    /// The value for unknown models.
    DEFAULT("default");

    private final String label;

    Origin(String label) {
        this.label = label;
    }

    /// {@return its name for people and programs}
    public String label() {
        return label;
    }
}
