package dev.deft.postgres.session;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Reads sessions of one workspace.
record SessionReading(Database database, String workspace) {

    private static final String COLUMNS =
            "s.id, s.title, s.modified, s.turns, s.model, s.input_tokens, s.output_tokens, s.cache_read, s.cache_write, s.estimated, s.parent";

    OptionalLong key(SessionId id) throws IOException {
        return database.call(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement(
                            "SELECT key FROM deft_sessions WHERE workspace = ? AND id = ?")) {
                query.setString(1, workspace);
                query.setString(2, id.value());
                try (ResultSet row = query.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /// Reads the entries of a session, a page at a time.
    void read(long key, long after, Consumer<Json.Obj> reader) throws IOException {
        long last = after;
        List<SessionRows.Row> page;
        do {
            long from = last;
            page = database.call(it -> page(it, key, from));
            for (SessionRows.Row row : page) {
                reader.accept(SqlText.object(row.body()));
                last = row.id();
            }
        } while (page.size() == SessionRows.PAGE);
    }

    private static List<SessionRows.Row> page(Connection connection, long key, long after)
            throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT id, body FROM deft_entries WHERE session = ? AND id > ? ORDER BY id LIMIT "
                                + SessionRows.PAGE)) {
            query.setLong(1, key);
            query.setLong(2, after);
            List<SessionRows.Row> page = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    page.add(new SessionRows.Row(rows.getLong(1), rows.getString(2)));
                }
            }
            return page;
        }
    }

    List<SessionId> ids() throws IOException {
        return database.call(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement(
                            "SELECT id FROM deft_sessions WHERE workspace = ? ORDER BY modified DESC, id")) {
                query.setString(1, workspace);
                List<SessionId> ids = new ArrayList<>();
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        ids.add(new SessionId(rows.getString(1)));
                    }
                }
                return ids;
            }
        });
    }

    /// The sessions that have a word for each word of a query.
    List<SessionSummary> search(String query) throws IOException {
        List<String> words = SessionWords.query(query);
        String sql =
                "SELECT %s FROM deft_sessions s WHERE s.workspace = ?%s ORDER BY s.modified DESC, s.id"
                        .formatted(
                                COLUMNS,
                                " AND s.key IN (SELECT w.session FROM deft_words w WHERE w.words @@ ?::tsquery)"
                                        .repeat(words.size()));
        return database.call(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, workspace);
                for (int i = 0; i < words.size(); i++) {
                    statement.setString(i + 2, words.get(i));
                }
                return summaries(statement);
            }
        });
    }

    private static List<SessionSummary> summaries(PreparedStatement statement) throws SQLException {
        List<SessionSummary> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(summary(row));
            }
        }
        return found;
    }

    private static SessionSummary summary(ResultSet row) throws SQLException {
        return new SessionSummary(
                row.getString("id"),
                row.getString("title"),
                SqlText.time(row, "modified"),
                row.getInt("turns"),
                row.getString("model"),
                new Usage(
                        row.getLong("input_tokens"),
                        row.getLong("output_tokens"),
                        row.getLong("cache_read"),
                        row.getLong("cache_write"),
                        row.getBoolean("estimated")),
                "",
                Optional.ofNullable(row.getString("parent")));
    }
}
