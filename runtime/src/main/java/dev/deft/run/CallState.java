package dev.deft.run;

/// What a call that is not over does, as its progress says where it had to wait.
public enum CallState {
    /// Another call changes the same path, or too many calls run.
    WAITING,
    RUNNING;

    /// The field of the metadata.
    public static final String FIELD = "state";

    /// The value of the field.
    public String wire() {
        return switch (this) {
            case WAITING -> "waiting";
            case RUNNING -> "running";
        };
    }
}
