package dev.deft.agent.session.index;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SearchWords;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/// The sessions of a workspace, listed and searched.
///
/// A few logs are quicker read than looked up. Many have an index; where it does not work it is
/// made anew, and where that does not work either the logs are read.
public final class SessionCatalog {

    /// Up to here the logs themselves are read.
    public static final int MAX_UNINDEXED_LOGS = 200;

    /// As long as they have no more bytes than this together.
    public static final long MAX_UNINDEXED_BYTES = 32L << 20;

    private final Path sessions;
    private final Path index;
    private final Path library;
    private final Summaries summaries;
    private final Consumer<String> notices;

    /// Reads what a list needs of a session.
    public interface Summaries {

        /// The summary of one session.
        ///
        /// @param modified when its log was written to last
        /// @throws NoSuchSessionException when it was deleted meanwhile
        SessionSummary of(SessionId id, Instant modified) throws IOException;
    }

    /// Reads nothing yet.
    ///
    /// @param state the directory `.deft`; its `sessions` hold the logs
    /// @param library where the native library of SQLite is put
    /// @param notices is told when the index does not work, or a log cannot be read
    public SessionCatalog(Path state, Path library, Summaries summaries, Consumer<String> notices) {
        this.sessions = state.resolve("sessions");
        this.index = state.resolve("sessions.db");
        this.library = library;
        this.summaries = summaries;
        this.notices = notices;
    }

    /// The ids of all sessions, the latest first.
    public List<String> ids() throws IOException {
        return LogStamp.all(sessions).stream()
                .sorted(Comparator.comparingLong(LogStamp::changed).reversed())
                .map(LogStamp::id)
                .toList();
    }

    /// The sessions in which every word of a query is the beginning of a word, or all where the
    /// query has none; the latest first.
    public List<SessionSummary> find(String query) throws IOException {
        List<LogStamp> logs = LogStamp.all(sessions);
        List<String> words = SearchWords.of(query);
        long bytes = logs.stream().mapToLong(LogStamp::size).sum();
        if (logs.size() <= MAX_UNINDEXED_LOGS && bytes <= MAX_UNINDEXED_BYTES) {
            return read(logs, words);
        }
        try {
            return lookUp(logs, words);
        } catch (IOException | SQLException | LinkageError _) {
            return lookUpAnew(logs, words);
        }
    }

    private List<SessionSummary> lookUp(List<LogStamp> logs, List<String> words)
            throws SQLException, IOException {
        try (SessionIndex open = SessionIndex.open(index, library)) {
            open.refresh(logs, it -> it.read(summaries, notices));
            return open.find(words);
        }
    }

    private List<SessionSummary> lookUpAnew(List<LogStamp> logs, List<String> words)
            throws IOException {
        try {
            Files.deleteIfExists(index);
            Files.deleteIfExists(index.resolveSibling("sessions.db-journal"));
            return lookUp(logs, words);
        } catch (IOException | SQLException | LinkageError e) {
            notices.accept("the index of the sessions does not work: " + e.getMessage());
            return read(logs, words);
        }
    }

    private List<SessionSummary> read(List<LogStamp> logs, List<String> words) {
        List<SessionSummary> found = new ArrayList<>();
        for (LogStamp log : logs) {
            log.read(summaries, notices)
                    .filter(it -> SearchWords.match(words, it.text()))
                    .ifPresent(found::add);
        }
        found.sort(
                Comparator.comparing(SessionSummary::modified)
                        .reversed()
                        .thenComparing(SessionSummary::id));
        return found;
    }
}
