package dev.deft.server.store;

import dev.deft.json.Json;
import java.util.function.Consumer;

/// Carries what happens now to everybody who listens, on all servers. What must not be lost is in
/// the log of its session or in the journal; this tells of it, and carries what is of the moment,
/// such as the words of an answer while it is being written.
public interface LiveEvents {

    /// What happens.
    sealed interface LiveEvent {

        /// Entries were stored, up to this one.
        record Stored(SessionRef session, long entry) implements LiveEvent {}

        /// Something of the moment in a session.
        ///
        /// @param after the last stored entry of the session when it happened
        /// @param number counts up after that entry: from 1, or from a higher number if the session
        ///   was opened since, so that no number stands for two moments
        /// @param data as `deft run --output stream-json` prints it
        record Moment(SessionRef session, long after, int number, Json.Obj data)
                implements LiveEvent {}

        /// The journal has events up to this one.
        record Journaled(long number) implements LiveEvent {}

        /// Some may have been missed: listeners read again what is stored.
        record Gap() implements LiveEvent {}
    }

    /// Tells listeners on this server at once, those on others soon. Never blocks on a listener.
    void publish(LiveEvent event);

    /// Listens until the subscription is closed.
    ///
    /// @param listener must return at once; gets the events of one session in order
    Subscription subscribe(Consumer<LiveEvent> listener);

    /// Ends listening.
    @FunctionalInterface
    interface Subscription extends AutoCloseable {

        @Override
        void close();
    }
}
