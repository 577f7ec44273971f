package dev.deft.engine.observe;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/// Is told what the sessions of an engine do, such as for traces and metrics.
@FunctionalInterface
public interface EngineObserver extends AutoCloseable {

    /// A session opens.
    ///
    /// @param session that opens; a sub-agent opens its session on the thread of the call that
    ///   starts it
    /// @return is told of what happens in the session, on many threads
    SessionObserver open(ObservedSession session);

    /// Delivers what is still to be delivered. Whoever made the observer closes it, after the
    /// engine.
    @Override
    default void close() {}

    /// Makes the observer of a program that was asked for one; found by `ServiceLoader`.
    @FunctionalInterface
    interface Provider {

        /// Makes an observer.
        ///
        /// @param environment with the settings
        /// @param notices receives sentences for the user
        /// @return the observer, to be closed by the caller
        /// @throws IOException if the settings are wrong
        EngineObserver open(Map<String, String> environment, Consumer<String> notices)
                throws IOException;
    }
}
