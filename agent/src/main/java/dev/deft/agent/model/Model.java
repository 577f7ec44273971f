package dev.deft.agent.model;

/// A model that can be asked.
///
/// One instance serves many sessions: its methods may be called from several threads at once.
/// Whoever made it closes it.
public interface Model extends AutoCloseable {

    /// {@return how people name it, such as `anthropic/claude-sonnet-4-5`}
    String name();

    /// Asks, and tells the listener about the answer while it arrives. Blocks until all of it is
    /// there. What fails and may pass is tried again: the listener learns of it through
    /// [AnswerListener#retrying], and never gets a piece of an answer twice.
    ///
    /// @param prompt all that the model gets to see
    /// @param listener called on this thread
    /// @return the whole answer
    /// @throws ModelException when there is no answer to be had, with one sentence for people
    /// @throws InterruptedException when the caller no longer wants it; the connection is then
    ///   closed
    Answer ask(Prompt prompt, AnswerListener listener) throws ModelException, InterruptedException;

    /// Opens what the first request needs, so that it need not wait for it; may do nothing.
    default void warm() {}

    /// Closes connections; may be called more than once. A request that still runs may fail.
    @Override
    void close();
}
