package dev.deft.agent.session;

import dev.deft.agent.model.Usage;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/// One session in a list.
///
/// @param turns user messages, or calls in a session without a model
/// @param text its searchable text: id, title, messages and arguments of calls; empty in the result
///   of an index
/// @param parent the session that started it, if it is that of a sub-agent
public record SessionSummary(
        String id,
        String title,
        Instant modified,
        int turns,
        String model,
        Usage usage,
        String text,
        Optional<String> parent) {

    /// A session that no other one started.
    public SessionSummary(
            String id,
            String title,
            Instant modified,
            int turns,
            String model,
            Usage usage,
            String text) {
        this(id, title, modified, turns, model, usage, text, Optional.empty());
    }

    /// Reads the summary from a store. A rewound session is read twice, since its active branch is
    /// known only at its end.
    ///
    /// @throws NoSuchSessionException when there is none
    public static SessionSummary of(SessionStore store, SessionId id, Instant modified)
            throws IOException {
        var ids = new BranchIds();
        var text = new StringBuilder();
        SummaryFold fold =
                fold(
                        store,
                        id,
                        text,
                        it -> {
                            ids.add(it.id(), it.parent());
                            return true;
                        });
        if (!ids.isLinear()) {
            text.setLength(0);
            fold = fold(store, id, text, it -> ids.contains(it.id()));
        }
        String title = fold.title();
        return new SessionSummary(
                id.value(),
                title,
                modified,
                fold.turns(),
                fold.model(),
                fold.usage(),
                id.value() + "\n" + title + text,
                fold.parent());
    }

    private static SummaryFold fold(
            SessionStore store, SessionId id, StringBuilder text, Predicate<Entry> active)
            throws IOException {
        var fold = new SummaryFold();
        store.read(
                id,
                0,
                it -> {
                    Entry entry = EntryJson.read(it);
                    boolean isActive = active.test(entry);
                    fold.add(entry, isActive);
                    if (isActive) {
                        append(text, SummaryFold.searchable(entry.body()));
                    }
                });
        return fold;
    }

    private static void append(StringBuilder text, String added) {
        int room = SummaryFold.MAX_TEXT_LENGTH - text.length();
        if (room > 0 && !added.isEmpty()) {
            text.append('\n').append(added, 0, Math.min(room, added.length()));
        }
    }
}
