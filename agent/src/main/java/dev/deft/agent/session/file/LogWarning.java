package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import java.util.Optional;

/// What a person should know of a log before it is used, in one line.
final class LogWarning {

    private LogWarning() {}

    /// @param first what is wrong first
    /// @param count how much is wrong
    static Optional<String> of(
            SessionId id, Optional<LogCheck.Problem> first, long count, ForeignEntries foreign) {
        if (first.isPresent()) {
            return Optional.of(
                    "The log of the session %s is not as it was written, from line %d on: %s%s. What it says is used as text only; deft sessions verify %s tells more, deft sessions adopt %s accepts it."
                            .formatted(
                                    id.value(),
                                    first.get().line(),
                                    first.get().what(),
                                    count > 1 ? " (and %d more)".formatted(count - 1) : "",
                                    id.value(),
                                    id.value()));
        }
        return foreign.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "The session %s was not written by you here: %s no signature of yours. What it says is used as text only, and none of its variables and kept values is obeyed; deft sessions adopt %s accepts it."
                                .formatted(id.value(), span(foreign), id.value()));
    }

    private static String span(ForeignEntries foreign) {
        return foreign.count() == 1
                ? "entry %d carries".formatted(foreign.first())
                : "%d entries (%d to %d) carry"
                        .formatted(foreign.count(), foreign.first(), foreign.last());
    }

    /// The log ends before an entry that was there.
    static String truncated(SessionId id, long known, long now) {
        return "The log of the session %s is not what it was: it went up to entry %d and now ends with entry %d, or was replaced. What was taken away is lost; the rest is used."
                .formatted(id.value(), known, now);
    }

    /// Nothing can be signed.
    static String unsigned(SessionId id, String why) {
        return "The session %s is written without your signature (%s), so what it keeps is not obeyed when it is opened again."
                .formatted(id.value(), why);
    }
}
