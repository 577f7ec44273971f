package dev.deft.agent.model;

import java.time.Duration;

/// Receives an answer while it arrives, on the thread of the request.
public interface AnswerListener {

    /// Ignores everything.
    AnswerListener NONE = new AnswerListener() {};

    /// The request is sent, and the model works on it: the time for what can be done meanwhile. A
    /// request that is sent again is told again. Models that cannot tell never call it.
    default void sent() {}

    /// Text of the model.
    ///
    /// @param delta the text since the previous call
    default void text(String delta) {}

    /// Reasoning of the model.
    ///
    /// @param delta the text since the previous call
    default void reasoning(String delta) {}

    /// A call begins to arrive. It runs when the answer is complete.
    ///
    /// @param tool the name the model calls
    default void calling(String tool) {}

    /// An answer, or a part of one, was discarded or interrupted, but was paid for.
    ///
    /// @param usage what the provider had counted, the rest estimated
    default void discarded(Usage usage) {}

    /// A request failed and is sent again after a delay.
    ///
    /// @param attempt the number of failures so far
    /// @param pause the delay
    /// @param why one sentence for people
    default void retrying(int attempt, Duration pause, String why) {}
}
