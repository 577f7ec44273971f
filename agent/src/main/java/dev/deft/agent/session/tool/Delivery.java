package dev.deft.agent.session.tool;

/// What became of a message that was sent to a session. It is durable in both cases.
public enum Delivery {

    /// The session is open in this process; its agent gets the message when the current run ends.
    QUEUED,

    /// The message is in the log; the next run of the session sees it.
    STORED
}
