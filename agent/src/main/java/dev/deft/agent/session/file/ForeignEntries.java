package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;

/// Counts the entries of a log that the user neither signed nor adopted.
///
/// @param first the id of the first
/// @param last the id of the last
/// @param count how many there are
public record ForeignEntries(long first, long last, long count) {

    public static final ForeignEntries NONE = new ForeignEntries(0, 0, 0);

    public boolean isEmpty() {
        return count == 0;
    }

    /// Counts an entry if it is foreign. A signed adoption accepts all entries before it.
    ForeignEntries after(ChainVerifier.VerifiedEntry entry) {
        return switch (entry.status()) {
            case SIGNED -> entry.role().equals(EntryJson.ADOPTED) ? NONE : this;
            case FOREIGN ->
                    new ForeignEntries(isEmpty() ? entry.id() : first, entry.id(), count + 1);
            case BROKEN -> this;
        };
    }
}
