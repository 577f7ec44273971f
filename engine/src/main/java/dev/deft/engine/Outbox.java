package dev.deft.engine;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.tool.Delivery;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// Sends messages to the sessions of a workspace.
final class Outbox {

    private final SharedRoot shared;
    private final InstantSource clock;

    Outbox(SharedRoot shared, InstantSource clock) {
        this.shared = shared;
        this.clock = clock;
    }

    /// Sends a message.
    ///
    /// @throws NoSuchSessionException if there is no such session; it is not created
    /// @throws IOException also if another process has it open
    Delivery deliver(SessionId id, Entry.User message) throws IOException {
        Optional<Session> open = shared.sessions().find(id.value());
        Optional<Delivery> delivered =
                open.isPresent() ? open.get().deliver(message) : Optional.empty();
        return delivered.isPresent() ? delivered.get() : store(id, message);
    }

    private Delivery store(SessionId id, Entry.User message) throws IOException {
        if (!shared.store().exists(id)) {
            throw new NoSuchSessionException(id);
        }
        try (SessionLog log = SessionLog.of(SessionWriter.open(shared.store(), id, clock))) {
            log.addUserMessage(message);
        }
        return Delivery.STORED;
    }
}
