package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import java.util.Optional;

/// Warnings about a log, one line each.
final class LogWarning {

    private LogWarning() {}

    /// @param first the first problem
    /// @param count the number of problems
    static Optional<String> of(
            SessionId id, Optional<LogCheck.Problem> first, long count, ForeignEntries foreign) {
        if (first.isPresent()) {
            return Optional.of(
                    "The log of session %s was changed or damaged from line %d on: %s%s. Its entries are used as text only. See deft sessions verify %s; accept it with deft sessions adopt %s."
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
                        "Session %s was not written by you: %s not signed with your key. Its entries are used as text only, and its variables and stored values are ignored. Accept it with deft sessions adopt %s."
                                .formatted(id.value(), span(foreign), id.value()));
    }

    private static String span(ForeignEntries foreign) {
        return foreign.count() == 1
                ? "entry %d is".formatted(foreign.first())
                : "%d entries (%d to %d) are"
                        .formatted(foreign.count(), foreign.first(), foreign.last());
    }

    /// The log lost entries since it was opened last.
    static String truncated(SessionId id, long known, long now) {
        return "The log of session %s was truncated or replaced: it had %d entries and now ends with entry %d. The missing entries are lost; the rest is used."
                .formatted(id.value(), known, now);
    }

    /// The key cannot be read, so nothing is signed.
    static String unsigned(SessionId id, String why) {
        return "Session %s is written without your signature (%s), so its stored values will be ignored when it is opened again."
                .formatted(id.value(), why);
    }
}
