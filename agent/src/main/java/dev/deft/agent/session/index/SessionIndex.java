package dev.deft.agent.session.index;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// An SQLite index of session summaries.
///
/// A log is read again only if its size or modification time changed.
final class SessionIndex implements AutoCloseable {

    /// Raised when the tables change; an index of another version is rebuilt.
    private static final int VERSION = 3;

    private static final List<String> TABLES =
            List.of(
                    """
                    CREATE TABLE session (
                      number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, size INTEGER NOT NULL,
                      changed INTEGER NOT NULL, title TEXT NOT NULL, turns INTEGER NOT NULL,
                      model TEXT NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL,
                      cache_read INTEGER NOT NULL, cache_write INTEGER NOT NULL,
                      parent TEXT NOT NULL)
                    """,
                    """
                    CREATE VIRTUAL TABLE words USING fts5 (
                      text, content='', contentless_delete=1,
                      tokenize='unicode61 remove_diacritics 0')
                    """,
                    "PRAGMA user_version = " + VERSION);

    private final Connection connection;

    private SessionIndex(Connection connection) {
        this.connection = connection;
    }

    /// Opens an index, or creates it if there is no file.
    ///
    /// @param library the directory for the native library of SQLite
    /// @throws SQLException when it is broken or of another version
    static SessionIndex open(Path file, Path library) throws SQLException, IOException {
        Files.createDirectories(library);
        System.setProperty("org.sqlite.tmpdir", library.toString());
        boolean created = !Files.exists(file);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try {
            prepare(connection, created);
            return new SessionIndex(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void prepare(Connection connection, boolean created) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 2000");
            // It can be rebuilt at any time, so it need not survive a power failure.
            statement.execute("PRAGMA synchronous = OFF");
            connection.setAutoCommit(false);
            for (String table : created ? TABLES : List.<String>of()) {
                statement.execute(table);
            }
            connection.commit();
            try (ResultSet version = statement.executeQuery("PRAGMA user_version")) {
                if (!version.next() || version.getInt(1) != VERSION) {
                    throw new SQLException("an index of another version");
                }
            }
        }
    }

    /// Reads new and changed logs, and removes deleted ones.
    ///
    /// @param reader returns empty for an unreadable log
    void refresh(List<LogStamp> logs, Function<LogStamp, Optional<SessionSummary>> reader)
            throws SQLException {
        Map<String, LogStamp> known = known();
        for (LogStamp log : logs) {
            LogStamp before = known.remove(log.id());
            if (!log.equals(before)) {
                remove(log.id());
                Optional<SessionSummary> session = reader.apply(log);
                if (session.isPresent()) {
                    put(log, session.get());
                }
            }
        }
        for (String gone : known.keySet()) {
            remove(gone);
        }
        connection.commit();
    }

    private Map<String, LogStamp> known() throws SQLException {
        Map<String, LogStamp> known = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, size, changed FROM session")) {
            while (rows.next()) {
                var stamp = new LogStamp(rows.getString(1), rows.getLong(2), rows.getLong(3));
                known.put(stamp.id(), stamp);
            }
        }
        return known;
    }

    private void put(LogStamp log, SessionSummary session) throws SQLException {
        try (PreparedStatement row =
                        connection.prepareStatement(
                                "INSERT INTO session VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                                        + " ?)");
                PreparedStatement words =
                        connection.prepareStatement(
                                "INSERT INTO words (rowid, text) VALUES (last_insert_rowid(),"
                                        + " ?)")) {
            row.setString(1, log.id());
            row.setLong(2, log.size());
            row.setLong(3, log.changed());
            row.setString(4, session.title());
            row.setInt(5, session.turns());
            row.setString(6, session.model());
            row.setLong(7, session.usage().input());
            row.setLong(8, session.usage().output());
            row.setLong(9, session.usage().cacheRead());
            row.setLong(10, session.usage().cacheWrite());
            row.setString(11, session.parent().orElse(""));
            row.executeUpdate();
            words.setString(1, session.text());
            words.executeUpdate();
        }
    }

    private void remove(String id) throws SQLException {
        for (String table :
                List.of(
                        "DELETE FROM words WHERE rowid = (SELECT number FROM session WHERE id = ?)",
                        "DELETE FROM session WHERE id = ?")) {
            try (PreparedStatement statement = connection.prepareStatement(table)) {
                statement.setString(1, id);
                statement.executeUpdate();
            }
        }
    }

    /// Finds the sessions with all these words, or all sessions if there are none. Latest first.
    List<SessionSummary> find(List<String> words) throws SQLException {
        String found =
                words.isEmpty()
                        ? ""
                        : " WHERE number IN (SELECT rowid FROM words WHERE words MATCH ?)";
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT id, title, changed, turns, model, input, output, cache_read,"
                                + " cache_write, parent FROM session"
                                + found
                                + " ORDER BY changed DESC, id")) {
            if (!words.isEmpty()) {
                query.setString(1, match(words));
            }
            return summaries(query);
        }
    }

    /// Words are only letters and digits, so they need no escaping.
    private static String match(List<String> words) {
        var match = new StringBuilder();
        for (String word : words) {
            match.append(match.isEmpty() ? "" : " AND ").append('"').append(word).append("\"*");
        }
        return match.toString();
    }

    private static List<SessionSummary> summaries(PreparedStatement query) throws SQLException {
        List<SessionSummary> sessions = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                sessions.add(
                        new SessionSummary(
                                row.getString(1),
                                row.getString(2),
                                LogStamp.instant(row.getLong(3)),
                                row.getInt(4),
                                row.getString(5),
                                new Usage(
                                        row.getLong(6),
                                        row.getLong(7),
                                        row.getLong(8),
                                        row.getLong(9)),
                                "",
                                Optional.of(row.getString(10)).filter(it -> !it.isEmpty())));
            }
        }
        return sessions;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
