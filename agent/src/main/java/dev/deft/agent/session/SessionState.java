package dev.deft.agent.session;

import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The state that a session resumes with.
///
/// @param turns the number of turns, as [TurnCount] counts them
/// @param conversing whether there is a user message
/// @param values the values that were values last, by their names
/// @param open calls without a result, in order
/// @param latest the latest time of an entry
/// @param context the id of the last entry that a summary replaces; 0 if there is none
public record SessionState(
        int turns,
        boolean conversing,
        Map<String, Json.Obj> values,
        List<OpenCalls.OpenCall> open,
        Instant latest,
        long context) {

    /// The state of a session without entries.
    public static final SessionState NEW =
            new SessionState(0, false, Map.of(), List.of(), Instant.EPOCH, 0);

    public SessionState {
        values = Map.copyOf(values);
        open = List.copyOf(open);
    }

    /// Builds the state from all entries of a session, for stores that trust all entries. Turns
    /// count on all branches, since undo identifies the changes of a turn by its number.
    public static SessionState of(List<Json.Obj> entries) {
        var ids = new BranchIds();
        entries.forEach(it -> ids.add(EntryJson.number(it, "id"), EntryJson.number(it, "parent")));
        var turns = new TurnCount();
        var open = new OpenCalls();
        var context = new SummaryCover();
        Map<String, Json.Obj> values = new LinkedHashMap<>();
        Instant latest = Instant.EPOCH;
        for (Json.Obj json : entries) {
            Entry entry = EntryJson.read(json);
            latest = entry.at().isAfter(latest) ? entry.at() : latest;
            turns.add(entry.body());
            if (ids.contains(entry.id())) {
                open.add(entry.body());
                context.add(entry);
                if (entry.body() instanceof Entry.StoredValue it) {
                    values.put(it.name(), it.value());
                }
            }
        }
        return new SessionState(
                turns.turns(), turns.conversing(), values, open.list(), latest, context.id);
    }

    /// Finds the last message that a summary replaces.
    private static final class SummaryCover {

        private final List<Entry> messages = new ArrayList<>();
        private long id;

        void add(Entry entry) {
            if (entry.body() instanceof Entry.User || entry.body() instanceof Entry.Assistant) {
                messages.add(entry);
            } else if (entry.body() instanceof Entry.Summary summary
                    && !summary.pinned().fields().isEmpty()) {
                while (!messages.isEmpty()
                        && !messages.getFirst().at().isAfter(summary.coversThrough())) {
                    id = messages.removeFirst().id();
                }
            }
        }
    }
}
