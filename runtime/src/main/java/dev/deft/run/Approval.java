package dev.deft.run;

/// The answer of an [Approver].
public enum Approval {
    /// Allow this call.
    ONCE,
    /// Allow this call, and add the suggested rules for the rest of the session.
    SESSION,
    /// Allow this call, and add the suggested rules to the project.
    PROJECT,
    /// Deny this call.
    REJECT
}
