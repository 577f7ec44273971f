package dev.deft.app.cli;

import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.Transcript;
import dev.deft.app.product.SessionFiles;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Which session, message, entry or turn somebody means.
final class SessionPicks {

    private SessionPicks() {}

    /// A session by its id, by the beginning of its id, or the latest.
    static SessionId session(Arguments arguments, SessionFiles files)
            throws UsageException, IOException {
        String given =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException("which session? deft sessions list shows them"));
        SessionId wanted = known(given);
        List<String> ids = files.ids();
        if (ids.contains(given)) {
            return wanted;
        }
        if (given.equals("last") && !ids.isEmpty()) {
            return known(ids.getFirst());
        }
        List<String> begun = ids.stream().filter(it -> it.startsWith(given)).sorted().toList();
        if (begun.size() == 1) {
            return known(begun.getFirst());
        }
        if (begun.size() > 1) {
            throw new UsageException(
                    "%s begins %d ids, such as %s and %s; write more of it"
                            .formatted(
                                    NearestNames.quoted(given),
                                    begun.size(),
                                    begun.getFirst(),
                                    begun.get(1)));
        }
        throw new UsageException(
                ids.isEmpty()
                        ? "there is no session %s; there are none here yet".formatted(given)
                        : "there is no session %s; the nearest are %s"
                                .formatted(given, String.join(", ", NearestNames.of(given, ids))));
    }

    static SessionId known(String id) throws UsageException {
        try {
            return new SessionId(id);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// The last entry of a message, or an entry by its id; without a wish, the last of all.
    static long entry(Optional<String> given, SessionHistory history, String option)
            throws UsageException {
        List<Transcript.Step> steps = history.steps();
        if (given.isEmpty()) {
            return history.branch().isEmpty() ? 0 : history.branch().getLast().id();
        }
        boolean byId = given.get().startsWith("#");
        int number = number(given.get().substring(byId ? 1 : 0), option);
        if (byId && history.branch().stream().anyMatch(it -> it.id() == number)) {
            return number;
        }
        if (!byId && number >= 0 && number <= steps.size()) {
            return number == 0 ? beforeFirst(history, steps) : steps.get(number - 1).last().id();
        }
        throw new UsageException(
                byId
                        ? "%s: the session does not go through an entry %d"
                                .formatted(option, number)
                        : "%s: the session has the messages 1 to %d, not %d"
                                .formatted(option, steps.size(), number));
    }

    /// What stands before the first message, such as a title, stays.
    private static long beforeFirst(SessionHistory history, List<Transcript.Step> steps) {
        long first = steps.isEmpty() ? Long.MAX_VALUE : steps.getFirst().first().id();
        return history.branch().stream()
                .mapToLong(it -> it.id())
                .filter(it -> it < first)
                .max()
                .orElse(0);
    }

    private static int number(String text, String option) throws UsageException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new UsageException(
                    "%s is the number of a message, or # and the number of an entry, not \"%s\""
                            .formatted(option, text));
        }
    }

    static int turn(String text) throws UsageException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new UsageException("a turn is a number, not \"%s\"".formatted(text));
        }
    }
}
