package dev.deft.agent.session;

import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a session that is opened again must know of its past.
///
/// @param turns how many there were, as [TurnCount] numbers them
/// @param conversing whether a person or a program has said something to a model
/// @param values the values that were kept last, by their names
/// @param open calls without a result, in their order
/// @param latest the latest time of an entry
/// @param context the id of the entry behind which the conversation begins that no summary stands
///   for; 0 for the beginning
public record SessionState(
        int turns,
        boolean conversing,
        Map<String, Json.Obj> values,
        List<OpenCalls.OpenCall> open,
        Instant latest,
        long context) {

    /// Of a session without entries.
    public static final SessionState NEW =
            new SessionState(0, false, Map.of(), List.of(), Instant.EPOCH, 0);

    public SessionState {
        values = Map.copyOf(values);
        open = List.copyOf(open);
    }

    /// Learns it from all entries of a session, for a store that nobody else can write to. Turns
    /// are counted on every branch: what a turn did to files is known by its number.
    public static SessionState of(List<Json.Obj> entries) {
        var ids = new BranchIds();
        entries.forEach(it -> ids.add(EntryJson.number(it, "id"), EntryJson.number(it, "parent")));
        var turns = new TurnCount();
        var open = new OpenCalls();
        var context = new SummaryCover();
        Map<String, Json.Obj> kept = new LinkedHashMap<>();
        Instant latest = Instant.EPOCH;
        for (Json.Obj json : entries) {
            Entry entry = EntryJson.read(json);
            latest = entry.at().isAfter(latest) ? entry.at() : latest;
            turns.add(entry.body());
            if (ids.contains(entry.id())) {
                open.add(entry.body());
                context.add(entry);
                if (entry.body() instanceof Entry.StoredValue it) {
                    kept.put(it.name(), it.value());
                }
            }
        }
        return new SessionState(
                turns.turns(), turns.conversing(), kept, open.list(), latest, context.id);
    }

    /// Finds out how far a summary stands for what was said.
    private static final class SummaryCover {

        private final List<Entry> spoken = new ArrayList<>();
        private long id;

        void add(Entry entry) {
            if (entry.body() instanceof Entry.User || entry.body() instanceof Entry.Assistant) {
                spoken.add(entry);
            } else if (entry.body() instanceof Entry.Summary summary
                    && !summary.pinned().fields().isEmpty()) {
                while (!spoken.isEmpty()
                        && !spoken.getFirst().at().isAfter(summary.coversThrough())) {
                    id = spoken.removeFirst().id();
                }
            }
        }
    }
}
