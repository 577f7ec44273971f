package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Stores named values in a session, across calls and restarts.
public final class SessionValues implements SessionMemory {

    private final SessionWriter writer;
    private final SecretMask mask;
    private final Map<String, Json.Obj> values;

    /// Restores the values of the session.
    ///
    /// @param mask hides secrets in the task list, which a model wrote
    public SessionValues(SessionWriter writer, SecretMask mask) {
        this.writer = writer;
        this.mask = mask;
        this.values = new ConcurrentHashMap<>(writer.state().values());
    }

    @Override
    public Optional<Json.Obj> load(String name) {
        return Optional.ofNullable(values.get(name));
    }

    @Override
    public void save(String name, Json.Obj value) throws IOException {
        Json.Obj entry = entry(name, value, writer.now());
        writer.append(name, () -> SessionLog.masked(entry, mask));
        values.put(name, value);
    }

    /// Takes over the values of the entry that the session was rewound to.
    ///
    /// @param lasting names of values that are not part of the conversation, such as messages that
    ///   wait; they stay as they are
    public void rewound(Collection<String> lasting) throws IOException {
        Map<String, Json.Obj> before = Map.copyOf(values);
        values.clear();
        values.putAll(writer.state().values());
        for (String name : lasting) {
            Json.Obj now = before.getOrDefault(name, Json.Obj.EMPTY);
            if (!now.equals(load(name).orElse(Json.Obj.EMPTY))) {
                save(name, now);
            }
        }
    }

    static Json.Obj entry(String name, Json.Obj value, Instant at) {
        return CallEntries.entry(EntryJson.roleOf(name), at)
                .with("name", name)
                .with("value", value);
    }
}
