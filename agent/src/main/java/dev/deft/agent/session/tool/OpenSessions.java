package dev.deft.agent.session.tool;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The sessions of a workspace that are open in this process.
///
/// @param <S> what an open session is
public final class OpenSessions<S> {

    private final Map<String, Open<S>> open = new ConcurrentHashMap<>();

    /// Takes the messages to an open session.
    @FunctionalInterface
    public interface Receiver {

        /// Stores a message, and runs the agent on it where there is one.
        ///
        /// @return empty if the session is closed
        Optional<Delivery> deliver(Entry.User message) throws IOException;
    }

    private record Open<S>(S session, Receiver receiver) {}

    public void add(String id, S session, Receiver receiver) {
        open.put(id, new Open<>(session, receiver));
    }

    public void remove(String id) {
        open.remove(id);
    }

    /// The open session with an id.
    public Optional<S> find(String id) {
        return Optional.ofNullable(open.get(id)).map(Open::session);
    }

    /// Gives a message to a session.
    ///
    /// @return empty if it is not open
    Optional<Delivery> deliver(SessionId id, Entry.User message) throws IOException {
        Open<S> found = open.get(id.value());
        return found == null ? Optional.empty() : found.receiver().deliver(message);
    }
}
