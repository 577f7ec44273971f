package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Prompt;

/// Is told of requests to models, on the thread that waits for the answer. Its methods must return
/// at once and must not throw.
@FunctionalInterface
public interface RequestObserver {

    /// A request is sent: that of a step, or one for a summary, a title or a tool.
    ///
    /// @param model its name
    /// @param prompt what is sent, with whatever secrets it has
    /// @return is told how it ends, once
    ObservedRequest request(String model, Prompt prompt);

    /// A request. Either [#answered] or [#failed] is the last that it is told.
    interface ObservedRequest {

        /// The model works on it. Not every model tells.
        default void sent() {}

        /// The first part of the answer has arrived.
        void arriving();

        /// A call begins to arrive.
        ///
        /// @param tool the name the model calls
        default void calling(String tool) {}

        /// The answer is complete.
        ///
        /// @param answer of the model
        void answered(Answer answer);

        /// There will be no answer.
        ///
        /// @param why one word, such as `unreachable` or `aborted`
        void failed(String why);
    }
}
