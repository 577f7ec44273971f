package dev.deft.agent.session;

import dev.deft.agent.model.Usage;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Predicate;

/// A session in a list.
///
/// @param turns user messages, or calls in a session without a model
/// @param text its id, its title, all that was said in it and what its calls were given, for a
///   search; empty where nobody searches any more
public record SessionSummary(
        String id,
        String title,
        Instant modified,
        int turns,
        String model,
        Usage usage,
        String text) {

    /// Reads it from a store, entry by entry. A session that went back is read twice: only then is
    /// it known what counts.
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
                id.value() + "\n" + title + fold.words());
    }

    private static SummaryFold fold(SessionStore store, SessionId id, Predicate<Entry> counts)
            throws IOException {
        var fold = new SummaryFold();
        store.read(
                id,
                0,
                it -> {
                    Entry entry = EntryJson.read(it);
                    fold.add(entry, counts.test(entry));
                });
        return fold;
    }
}
