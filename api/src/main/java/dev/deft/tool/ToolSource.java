package dev.deft.tool;

import java.time.Duration;
import java.util.List;

/// A source of tools, such as the built-in ones, a directory of plug-ins, or a server.
///
/// The list of tools may change at any time. New tools are offered in the next request to a model,
/// and calls of removed tools fail from then on. Running calls are not affected.
public interface ToolSource {

    /// {@return the name for messages, such as `plug-ins`}
    String name();

    /// {@return the current tools}
    ///
    /// It must return quickly, and may be called from any thread.
    List<Tool<?>> tools();

    /// Waits until the list is known, for a source that gets it from elsewhere, such as from a
    /// server that starts. Without such a wait the first request to a model may lack its tools.
    ///
    /// @param most how long to wait at most
    /// @throws InterruptedException if the thread was interrupted
    default void awaitTools(Duration most) throws InterruptedException {}

    /// Adds a listener for changes of the list.
    ///
    /// @param listener is called after each change, on any thread; it must return quickly
    /// @return closing it removes the listener
    default Subscription onChange(Runnable listener) {
        return Subscription.NONE;
    }

    /// {@return a source with a fixed list of tools}
    ///
    /// @param name for messages
    /// @param tools of the source
    static ToolSource of(String name, List<? extends Tool<?>> tools) {
        return new FixedTools(name, List.copyOf(tools));
    }

    /// {@return a source with a fixed list of tools}
    ///
    /// @param name for messages
    /// @param tools of the source
    static ToolSource of(String name, Tool<?>... tools) {
        return of(name, List.of(tools));
    }

    /// The subscription of one listener.
    interface Subscription extends AutoCloseable {

        /// A subscription without events.
        Subscription NONE = new NoSubscription();

        @Override
        void close();
    }
}
