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

/// Lists and searches the sessions of a workspace.
///
/// A few small logs are read directly. Many logs get an index; a broken index is rebuilt, and if
/// that fails too, the logs are read.
public final class SessionCatalog {

    /// Up to this many logs are read without an index.
    public static final int MAX_UNINDEXED_LOGS = 200;

    /// Up to this many bytes are read without an index.
    public static final long MAX_UNINDEXED_BYTES = 32L << 20;

    private final Path sessions;
    private final Path index;
    private final Path library;
    private final Summaries summaries;
    private final Consumer<String> notices;

    /// Reads the summaries of sessions.
    public interface Summaries {

        /// The summary of one session.
        ///
        /// @param modified when its log was last written
        /// @throws NoSuchSessionException when it was deleted meanwhile
        SessionSummary of(SessionId id, Instant modified) throws IOException;
    }

    /// Reads nothing yet.
    ///
    /// @param state the directory `.deft`, with the logs in `sessions`
    /// @param library the directory for the native library of SQLite
    /// @param notices gets a message when the index fails or a log cannot be read
    public SessionCatalog(Path state, Path library, Summaries summaries, Consumer<String> notices) {
        this.sessions = state.resolve("sessions");
        this.index = state.resolve("sessions.db");
        this.library = library;
        this.summaries = summaries;
        this.notices = notices;
    }

    /// The ids of all sessions, latest first.
    public List<String> ids() throws IOException {
        return LogStamp.all(sessions).stream()
                .sorted(Comparator.comparingLong(LogStamp::changed).reversed())
                .map(LogStamp::id)
                .toList();
    }

    /// Finds the sessions that have, for each word of the query, a word that starts with it. An
    /// empty query finds all. Latest first.
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
            return rebuildAndLookUp(logs, words);
        }
    }

    private List<SessionSummary> lookUp(List<LogStamp> logs, List<String> words)
            throws SQLException, IOException {
        try (SessionIndex open = SessionIndex.open(index, library)) {
            open.refresh(logs, it -> it.read(summaries, notices));
            return open.find(words);
        }
    }

    private List<SessionSummary> rebuildAndLookUp(List<LogStamp> logs, List<String> words)
            throws IOException {
        try {
            Files.deleteIfExists(index);
            Files.deleteIfExists(index.resolveSibling("sessions.db-journal"));
            return lookUp(logs, words);
        } catch (IOException | SQLException | LinkageError e) {
            notices.accept("the session index failed: " + e.getMessage());
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
