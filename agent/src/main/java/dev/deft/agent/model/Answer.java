package dev.deft.agent.model;

/// A complete answer.
///
/// @param message text, reasoning and calls
/// @param stop why it stopped
/// @param usage the tokens of the request
/// @param model the name of the model, as the provider reports it
public record Answer(Message.Assistant message, Stop stop, Usage usage, String model) {

    /// Why the model stopped.
    public enum Stop {
        /// It finished.
        DONE,
        /// It waits for the results of its calls.
        CALLS,
        /// It reached the maximum length; the last call may be incomplete.
        LENGTH,
        /// It refused to answer.
        REFUSED,
        /// It was interrupted; the message has the text until then.
        UNHEARD
    }
}
