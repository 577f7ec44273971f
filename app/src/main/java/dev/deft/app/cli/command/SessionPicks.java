package dev.deft.app.cli.command;

import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.Transcript;
import dev.deft.engine.SessionFiles;
import dev.deft.engine.Workspace;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Resolves the session, message, entry or turn that a command line names.
public final class SessionPicks {

    /// Stands for the latest session and cannot be the name of one.
    public static final String LAST = "last";

    private static final int MOST_SHOWN = 10;

    private SessionPicks() {}

    /// Finds a session by its id, by a prefix of its id, or the latest.
    public static SessionId session(ParsedArguments arguments, SessionFiles files)
            throws UsageException, IOException {
        String given =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException(
                                        "name a session; deft sessions list shows them"));
        return existing(given, files);
    }

    /// The session to continue, or a new one with the given name.
    public static SessionId forRun(String given, Workspace workspace, Console console)
            throws UsageException, IOException {
        return open(given, workspace, true, console);
    }

    /// The same for programs that make calls. A prefix matches generated ids only, so that a name
    /// never resolves to another named session.
    public static SessionId forCalls(String given, Workspace workspace, Console console)
            throws UsageException, IOException {
        return open(given, workspace, given.startsWith(SessionId.GENERATED_PREFIX), console);
    }

    /// The session to continue, which must exist.
    public static SessionId existing(String given, Workspace workspace, Console console)
            throws UsageException, IOException {
        SessionId found = existing(given, workspace.sessions());
        if (!found.value().equals(given)) {
            console.note("continuing session " + found.value());
        }
        return found;
    }

    private static SessionId existing(String given, SessionFiles files)
            throws UsageException, IOException {
        List<String> ids = ids(given, files);
        Optional<SessionId> found = find(given, ids, true);
        if (found.isPresent()) {
            return found.get();
        }
        throw new UsageException(
                "there is no session %s%s"
                        .formatted(
                                NearestNames.quoted(given),
                                ids.isEmpty()
                                        ? "; there are none yet"
                                        : NearestNames.hint(given, ids)
                                                + "; deft sessions list shows them"));
    }

    private static SessionId open(String given, Workspace workspace, boolean cut, Console console)
            throws UsageException, IOException {
        SessionId wanted = known(given);
        List<String> ids = ids(given, workspace.sessions());
        Optional<SessionId> found = find(given, ids, cut);
        if (found.isEmpty() && given.equals(LAST)) {
            throw new UsageException("there is no session to continue here yet");
        }
        if (found.isPresent() && !found.get().equals(wanted)) {
            console.note("continuing session " + found.get().value());
        }
        return found.orElse(wanted);
    }

    /// The latest session is never that of a sub-agent.
    private static List<String> ids(String given, SessionFiles files) throws IOException {
        return given.equals(LAST) ? files.latest().stream().toList() : files.ids();
    }

    /// Finds a session by its id, by a prefix of its id, or the latest.
    ///
    /// @param cut whether a prefix is enough
    private static Optional<SessionId> find(String given, List<String> ids, boolean cut)
            throws UsageException {
        SessionId wanted = known(given);
        if (given.equals(LAST)) {
            return ids.isEmpty() ? Optional.empty() : Optional.of(known(ids.getFirst()));
        }
        if (ids.contains(given)) {
            return Optional.of(wanted);
        }
        List<String> begun =
                ids.stream().filter(it -> cut && it.startsWith(given)).sorted().toList();
        if (begun.size() > 1) {
            String more = begun.size() > MOST_SHOWN ? ", …" : "";
            throw new UsageException(
                    "%s is the prefix of %d ids: %s%s; type more of it"
                            .formatted(
                                    NearestNames.quoted(given),
                                    begun.size(),
                                    String.join(", ", begun.stream().limit(MOST_SHOWN).toList()),
                                    more));
        }
        return begun.isEmpty() ? Optional.empty() : Optional.of(known(begun.getFirst()));
    }

    /// Validates a name for a new session.
    public static SessionId fresh(String given) throws UsageException {
        if (given.equals(LAST)) {
            throw new UsageException("\"last\" stands for the latest session; choose another name");
        }
        return known(given);
    }

    public static SessionId known(String id) throws UsageException {
        try {
            return new SessionId(id);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// The last entry of a message, or an entry by its id; by default the last of all.
    public static long entry(Optional<String> given, SessionHistory history, String option)
            throws UsageException {
        List<Transcript.Item> items = history.items();
        if (given.isEmpty()) {
            return history.branch().isEmpty() ? 0 : history.branch().getLast().id();
        }
        boolean byId = given.get().startsWith("#");
        int number = number(given.get().substring(byId ? 1 : 0), option);
        if (byId && history.branch().stream().anyMatch(it -> it.id() == number)) {
            return number;
        }
        if (!byId && number >= 0 && number <= items.size()) {
            return number == 0 ? beforeFirst(history, items) : items.get(number - 1).last().id();
        }
        throw new UsageException(
                byId
                        ? "%s: the session has no entry %d on its current branch"
                                .formatted(option, number)
                        : "%s: the session has the messages 1 to %d, not %d"
                                .formatted(option, items.size(), number));
    }

    /// Keeps what precedes the first message, such as a title.
    private static long beforeFirst(SessionHistory history, List<Transcript.Item> items) {
        long first = items.isEmpty() ? Long.MAX_VALUE : items.getFirst().first().id();
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

    public static int turn(String text) throws UsageException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new UsageException("a turn is a number, not \"%s\"".formatted(text));
        }
    }
}
