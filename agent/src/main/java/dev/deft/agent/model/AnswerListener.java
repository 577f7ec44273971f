package dev.deft.agent.model;

import java.time.Duration;

/// Is told about an answer while it arrives, on the thread that asked.
public interface AnswerListener {

    /// Ignores everything.
    AnswerListener NONE = new AnswerListener() {};

    /// The model says something.
    ///
    /// @param delta what is new since the call before
    default void text(String delta) {}

    /// The model thinks something.
    ///
    /// @param delta what is new since the call before
    default void reasoning(String delta) {}

    /// A call begins to arrive. It is run only when the whole answer is there.
    ///
    /// @param tool the name the model calls
    default void calling(String tool) {}

    /// An answer, or a part of one, was thrown away or not waited for; it was paid for all the
    /// same.
    ///
    /// @param usage what the provider had counted of it by then, the rest estimated
    default void discarded(Usage usage) {}

    /// Something failed that may pass, and the request is sent again after a pause.
    ///
    /// @param attempt how many times it failed so far
    /// @param pause how long it waits
    /// @param why one sentence for people
    default void retrying(int attempt, Duration pause, String why) {}
}
