package dev.deft.agent.model;

import java.time.Duration;

/// Hears an answer while it arrives, on the thread that asked.
public interface AnswerListener {

    AnswerListener SILENT = new AnswerListener() {};

    default void text(String delta) {}

    default void reasoning(String delta) {}

    /// A call begins to arrive. It is run only when the whole answer is there.
    default void calling(String tool) {}

    /// An answer, or a part of one, was thrown away or not waited for; it was paid for all the
    /// same.
    ///
    /// @param usage what the provider had counted of it by then, the rest estimated
    default void wasted(Usage usage) {}

    /// Something failed that may pass, and the question is put again after a while.
    ///
    /// @param attempt how many times it failed so far
    default void retrying(int attempt, Duration pause, String why) {}
}
