package dev.deft.agent.model;

/// A model that can be asked.
public interface Model extends AutoCloseable {

    /// How people name it, such as `anthropic/claude-sonnet-4-5`.
    String name();

    /// Asks, and tells the listener about the answer while it arrives. Trouble that passes is met
    /// with patience: whoever asks hears of it through [AnswerListener#retrying], and never hears a
    /// piece of an answer twice.
    ///
    /// @throws ModelException when there is no answer to be had, with one sentence for people
    /// @throws InterruptedException when the caller no longer wants it; the connection is then
    ///   closed
    Answer ask(Prompt prompt, AnswerListener listener) throws ModelException, InterruptedException;

    /// Opens what the first question needs, so that it need not wait for it; may do nothing.
    default void warm() {}

    @Override
    void close();
}
