package dev.deft.agent.model;

/// A whole answer.
///
/// @param message what the model said, thought and asked for
/// @param stop why it stopped
/// @param usage what the request took
/// @param model the name the provider gives the model that answered
public record Answer(Message.Assistant message, Stop stop, Usage usage, String model) {

    /// Why the model stopped.
    public enum Stop {
        /// It has said what it had to say.
        DONE,
        /// It waits for the results of its calls.
        CALLS,
        /// The answer was cut at its longest; a last call may be broken.
        LENGTH,
        /// It will not answer this.
        REFUSED,
        /// Nobody waited for the end; what was said until then is all there is.
        UNHEARD
    }
}
