package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;

/// The entries of a log that its user has neither written nor adopted.
///
/// @param first the id of the first
/// @param last the id of the last
/// @param count how many there are
public record ForeignEntries(long first, long last, long count) {

    public static final ForeignEntries NONE = new ForeignEntries(0, 0, 0);

    public boolean isEmpty() {
        return count == 0;
    }

    /// Adds an entry, unless it is the user's. With an entry that adopts, all before it are.
    ForeignEntries after(ChainVerifier.VerifiedEntry step) {
        return switch (step.status()) {
            case SIGNED -> step.role().equals(EntryJson.ADOPTED) ? NONE : this;
            case FOREIGN -> new ForeignEntries(isEmpty() ? step.id() : first, step.id(), count + 1);
            case BROKEN -> this;
        };
    }
}
