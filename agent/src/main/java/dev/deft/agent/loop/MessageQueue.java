package dev.deft.agent.loop;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.EntryJson;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Messages that arrived during a run, first in first out.
///
/// They are values of the session, so that they survive a crash. A message leaves the queue after
/// it was recorded as a user message; a crash between the two delivers it twice, never not at all.
public final class MessageQueue {

    /// How many messages may wait for a run.
    public static final int MAX_WAITING = 100;

    /// The name of the value that holds them.
    public static final String NAME = "deft.messages";

    private static final String WAITING = "waiting";

    private final SessionMemory memory;
    private final SecretMask mask;

    /// Creates the queue of a session.
    ///
    /// @param mask hides secrets, since stored values are not masked
    MessageQueue(SessionMemory memory, SecretMask mask) {
        this.memory = memory;
        this.mask = mask;
    }

    /// Adds a message. It is durable when this returns.
    ///
    /// @throws HostException if too many messages are waiting
    public synchronized void add(Entry.User message) throws IOException {
        List<Json.Obj> waiting = new ArrayList<>(stored());
        if (waiting.size() >= MAX_WAITING) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "%d messages are waiting for this session already; send it more when it has read them."
                            .formatted(MAX_WAITING));
        }
        waiting.add(mask.json(EntryJson.user(message)));
        save(waiting);
    }

    /// The waiting messages in order.
    public synchronized List<Entry.User> list() {
        return stored().stream().map(EntryJson::readUser).toList();
    }

    synchronized void removeFirst() throws IOException {
        List<Json.Obj> waiting = stored();
        save(waiting.subList(1, waiting.size()));
    }

    private List<Json.Obj> stored() {
        return memory.load(NAME).map(it -> EntryJson.objects(it.find(WAITING))).orElse(List.of());
    }

    private void save(List<Json.Obj> waiting) throws IOException {
        memory.save(NAME, Json.Obj.EMPTY.with(WAITING, new Json.Arr(List.copyOf(waiting))));
    }
}
