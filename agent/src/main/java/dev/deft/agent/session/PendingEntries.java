package dev.deft.agent.session;

import dev.deft.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Entries of a session that is not stored yet. What is only held is not even put into words.
///
/// A session may go on for long without leaving a trace; then its oldest entries are let go, except
/// the last value that was kept under each name.
final class PendingEntries {

    private static final int MOST = 1_000;

    private final Deque<PendingEntry> held = new ArrayDeque<>();
    private final Map<String, Supplier<Json.Obj>> values = new LinkedHashMap<>();

    /// @param name under which the entry keeps a value
    private record PendingEntry(Optional<String> name, Supplier<Json.Obj> entry) {}

    void add(Optional<String> name, Supplier<Json.Obj> entry) {
        if (held.size() == MOST) {
            PendingEntry oldest = held.removeFirst();
            oldest.name().ifPresent(it -> values.put(it, oldest.entry()));
        }
        held.addLast(new PendingEntry(name, entry));
    }

    /// All of them, the oldest first.
    List<Supplier<Json.Obj>> list() {
        List<Supplier<Json.Obj>> all = new ArrayList<>(values.values());
        held.forEach(it -> all.add(it.entry()));
        return all;
    }

    void clear() {
        held.clear();
        values.clear();
    }
}
