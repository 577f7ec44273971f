package dev.deft.tool;

import java.util.List;

/// Where tools come from: what is built in, a directory of plug-ins, a server.
///
/// Its list may change while sessions live. Whoever reads it does so anew after each signal, so a
/// tool that appears is offered with the next request to a model, and one that goes is unknown to
/// the next call. A call under way ends as it would have.
public interface ToolSource {

    /// {@return what people know it by, such as `plug-ins`; messages about its tools have it}
    String name();

    /// {@return the tools it has now}
    ///
    /// Quick: what takes long belongs before the signal. May be called from any thread.
    List<Tool<?>> tools();

    /// Has a listener told, each time after the list has changed.
    ///
    /// The listener only takes note and returns at once. It may be told on any thread, and once too
    /// often; it is not told when the subscription is closed.
    ///
    /// @param listener takes note
    /// @return to be closed by whoever no longer wants to know
    default Subscription onChange(Runnable listener) {
        return Subscription.NONE;
    }

    /// {@return a source that always has the same tools}
    ///
    /// @param name what people know it by
    /// @param tools all of them
    static ToolSource of(String name, List<? extends Tool<?>> tools) {
        return new FixedTools(name, List.copyOf(tools));
    }

    /// {@return a source that always has the same tools}
    ///
    /// @param name what people know it by
    /// @param tools all of them
    static ToolSource of(String name, Tool<?>... tools) {
        return of(name, List.of(tools));
    }

    /// A listener that is told until this is closed.
    interface Subscription extends AutoCloseable {

        /// The subscription to what never happens.
        Subscription NONE = new NoSubscription();

        @Override
        void close();
    }
}
