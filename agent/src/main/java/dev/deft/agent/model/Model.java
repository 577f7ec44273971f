package dev.deft.agent.model;

/// A model.
///
/// One instance serves many sessions: its methods may be called from several threads at once. Its
/// creator closes it.
public interface Model extends AutoCloseable {

    /// {@return how people name it, such as `anthropic/claude-sonnet-4-5`}
    String name();

    /// Sends a prompt and blocks until the answer is complete; the listener gets it while it
    /// arrives. Temporary errors are retried: the listener learns of it through
    /// [AnswerListener#retrying], and gets each part of an answer once.
    ///
    /// @param prompt the request
    /// @param listener called on this thread
    /// @return the complete answer
    /// @throws ModelException when the request failed, with one sentence for people
    /// @throws InterruptedException when the thread is interrupted; the connection is then closed
    Answer ask(Prompt prompt, AnswerListener listener) throws ModelException, InterruptedException;

    /// Prepares for the first request, to make it faster; may do nothing.
    default void warm() {}

    /// Closes connections; may be called more than once. A request that still runs may fail.
    @Override
    void close();
}
