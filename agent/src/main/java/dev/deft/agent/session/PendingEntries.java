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

/// The entries of a session that is not stored yet, serialized only when it is.
///
/// A session may run for long without changing anything. Then the oldest entries are dropped,
/// except the last value stored under each name.
final class PendingEntries {

    private static final int MAX_ENTRIES = 1_000;

    private final Deque<PendingEntry> entries = new ArrayDeque<>();
    private final Map<String, Supplier<Json.Obj>> values = new LinkedHashMap<>();

    /// @param name of the value that the entry stores
    private record PendingEntry(Optional<String> name, Supplier<Json.Obj> entry) {}

    void add(Optional<String> name, Supplier<Json.Obj> entry) {
        if (entries.size() == MAX_ENTRIES) {
            PendingEntry oldest = entries.removeFirst();
            oldest.name().ifPresent(it -> values.put(it, oldest.entry()));
        }
        entries.addLast(new PendingEntry(name, entry));
    }

    /// All entries, oldest first.
    List<Supplier<Json.Obj>> list() {
        List<Supplier<Json.Obj>> all = new ArrayList<>(values.values());
        entries.forEach(it -> all.add(it.entry()));
        return all;
    }
}
