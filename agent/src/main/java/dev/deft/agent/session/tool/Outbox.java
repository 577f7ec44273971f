package dev.deft.agent.session.tool;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionWriter;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// Sends messages to the sessions of a workspace.
public final class Outbox {

    private final SessionStore store;
    private final OpenSessions<?> open;
    private final InstantSource clock;

    public Outbox(SessionStore store, OpenSessions<?> open, InstantSource clock) {
        this.store = store;
        this.open = open;
        this.clock = clock;
    }

    /// Sends a message.
    ///
    /// @throws NoSuchSessionException if there is no such session; it is not created
    /// @throws IOException also if another process has it open
    public Delivery deliver(SessionId id, Entry.User message) throws IOException {
        Optional<Delivery> delivered = open.deliver(id, message);
        return delivered.isPresent() ? delivered.get() : store(id, message);
    }

    private Delivery store(SessionId id, Entry.User message) throws IOException {
        if (!store.exists(id)) {
            throw new NoSuchSessionException(id);
        }
        try (SessionLog log = SessionLog.of(SessionWriter.open(store, id, clock))) {
            log.addUserMessage(message);
        }
        return Delivery.STORED;
    }
}
