package dev.deft.postgres.session;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.BranchIds;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SummaryFold;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What lists and searches show of a session, kept up to date while its entries are written. Not
/// thread-safe.
final class GrowingSummary {

    /// Words of one entry.
    ///
    /// @param entry its id; 0 for the words of the session's own id and title
    record EntryWords(long entry, String words) {}

    /// What lists show of a session.
    record Shown(String title, int turns, String model, Usage usage, Optional<String> parent) {}

    private final String id;
    private final SummaryFold fold = new SummaryFold();
    private Optional<String> titled = Optional.empty();
    private int searchable;

    GrowingSummary(String id) {
        this.id = id;
    }

    /// Folds all entries of a session.
    ///
    /// @param words gets those of the active entries
    static GrowingSummary of(String id, List<Json.Obj> entries, List<EntryWords> words) {
        var summary = new GrowingSummary(id);
        var ids = new BranchIds();
        List<Entry> all = new ArrayList<>();
        for (Json.Obj json : entries) {
            Entry entry = Entry.of(json);
            ids.add(entry.id(), entry.parent());
            all.add(entry);
        }
        boolean linear = ids.isLinear();
        for (Entry entry : all) {
            summary.add(entry, linear || ids.contains(entry.id())).ifPresent(words::add);
        }
        summary.title().ifPresent(words::add);
        return summary;
    }

    /// Adds an entry.
    ///
    /// @return its words, if it is active and has some
    Optional<EntryWords> add(Entry entry, boolean active) {
        fold.add(entry, active);
        String text = active ? SummaryFold.searchable(entry.body()) : "";
        int room = SummaryFold.MAX_TEXT_LENGTH - searchable;
        if (text.isEmpty() || room <= 0) {
            return Optional.empty();
        }
        String taken = text.substring(0, Math.min(room, text.length()));
        searchable += taken.length();
        return Optional.of(new EntryWords(entry.id(), SessionWords.of(taken)));
    }

    /// The words of id and title, if they have changed since they were asked for last.
    Optional<EntryWords> title() {
        String title = fold.title();
        if (titled.equals(Optional.of(title))) {
            return Optional.empty();
        }
        titled = Optional.of(title);
        return Optional.of(new EntryWords(0, SessionWords.of(id + "\n" + title)));
    }

    /// What lists show after the entries so far.
    Shown shown() {
        return new Shown(fold.title(), fold.turns(), fold.model(), fold.usage(), fold.parent());
    }
}
