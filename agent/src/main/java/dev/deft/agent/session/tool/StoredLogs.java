package dev.deft.agent.session.tool;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The logs of a store that a program brings along. It vouches for them itself.
public record StoredLogs(SessionStore store, OpenSessions<?> open) implements SessionLogs {

    @Override
    public List<StoredLog> list() throws IOException {
        List<StoredLog> logs = new ArrayList<>();
        for (SessionSummary session : store.list()) {
            var id = new SessionId(session.id());
            logs.add(new StoredLog(id, began(id), session.modified()));
        }
        return logs;
    }

    private Instant began(SessionId id) throws IOException {
        return store.read(id, 0).stream()
                .findFirst()
                .map(it -> EntryJson.time(it.text("ts")))
                .orElse(Instant.EPOCH);
    }

    @Override
    public boolean isOpen(SessionId id) {
        return open.find(id.value()).isPresent();
    }

    @Override
    public Optional<String> read(SessionId id, Consumer<Json.Obj> reader) throws IOException {
        store.read(id, 0, reader);
        return Optional.empty();
    }
}
