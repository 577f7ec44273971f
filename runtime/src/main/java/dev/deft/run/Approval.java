package dev.deft.run;

/// What an [Approver] says to a request.
public enum Approval {
    /// This call only.
    ONCE,
    /// This call, and what the offered rules cover for the rest of the session.
    SESSION,
    /// This call, and what the offered rules cover in this project from now on.
    PROJECT,
    /// No.
    REJECT
}
