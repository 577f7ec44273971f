package dev.deft.agent.session;

import dev.deft.agent.model.Usage;
import dev.deft.output.SecretMask;
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
        SummaryFold fold =
                fold(
                        store,
                        id,
                        it -> {
                            ids.add(it.id(), it.parent());
                            return true;
                        });
        if (!ids.isLinear()) {
            fold = fold(store, id, it -> ids.contains(it.id()));
        }
        String title = SecretMask.KEYS_ONLY.text(fold.title());
        return new SessionSummary(
                id.value(),
                title,
                modified,
                fold.turns(),
                fold.model(),
                fold.usage(),
                id.value() + "\n" + title + fold.text(),
                fold.parent());
    }

    private static SummaryFold fold(SessionStore store, SessionId id, Predicate<Entry> active)
            throws IOException {
        var fold = new SummaryFold();
        store.read(
                id,
                0,
                it -> {
                    Entry entry = EntryJson.read(it);
                    fold.add(entry, active.test(entry));
                });
        return fold;
    }
}
