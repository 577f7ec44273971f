package dev.deft.agent.trust;

/// A file of a workspace, compared with what the user trusted.
public enum FileTrust {
    TRUSTED,
    CHANGED,

    /// It was not there when the user trusted the workspace.
    NEW
}
