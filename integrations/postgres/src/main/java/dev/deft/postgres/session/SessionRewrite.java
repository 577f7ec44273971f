package dev.deft.postgres.session;

import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionId;
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
import java.util.UUID;

/// Writes what lists and searches show of a whole session: of a copy, and of one that was rewound,
/// where entries that counted count no more.
record SessionRewrite(Database database, String workspace) {

    /// Writes the summary and the words of a session anew.
    ///
    /// @return false if the lease is lost
    boolean rewrite(
            SessionRows.Held held,
            List<GrowingSummary.EntryWords> words,
            GrowingSummary.Shown shown)
            throws IOException {
        return database.transact(connection -> {
            if (!summarized(connection, held, shown)) {
                return false;
            }
            try (PreparedStatement clear =
                    connection.prepareStatement("DELETE FROM deft_words WHERE session = ?")) {
                clear.setLong(1, held.key());
                clear.executeUpdate();
            }
            index(connection, held.key(), words);
            return true;
        });
    }

    private static boolean summarized(
            Connection connection, SessionRows.Held held, GrowingSummary.Shown shown)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        """
                        UPDATE deft_sessions SET title = ?, turns = ?, model = ?, input_tokens = ?,
                            output_tokens = ?, cache_read = ?, cache_write = ?, estimated = ?, parent = ?
                        WHERE key = ? AND fence = ?\
                        """)) {
            SessionRows.summary(update, 1, shown);
            update.setLong(10, held.key());
            update.setLong(11, held.fence());
            return update.executeUpdate() > 0;
        }
    }

    private static void index(
            Connection connection, long key, List<GrowingSummary.EntryWords> words)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        INSERT INTO deft_words (session, entry, words)
                        SELECT ?, w.entry, array_to_tsvector(string_to_array(w.words, ' '))
                        FROM unnest(?::bigint[], ?::text[]) AS w (entry, words)\
                        """)) {
            insert.setLong(1, key);
            SessionRows.words(connection, insert, 2, words);
            insert.executeUpdate();
        }
    }

    /// Creates a session with all of its entries, which nobody holds.
    ///
    /// @throws SessionExistsException when the id is taken
    void create(SessionId id, List<Json.Obj> entries) throws IOException {
        String instance = UUID.randomUUID().toString().replace("-", "");
        List<GrowingSummary.EntryWords> words = new ArrayList<>();
        GrowingSummary.Shown shown = GrowingSummary.of(id.value(), entries, words).shown();
        boolean created =
                database.transact(connection -> {
                    long key = inserted(connection, id, instance, entries.size(), shown);
                    if (key <= 0) {
                        return key == 0;
                    }
                    fill(connection, key, entries);
                    index(connection, key, words);
                    return true;
                });
        if (!created) {
            throw new SessionExistsException(id);
        }
    }

    /// @return its key; 0 if an attempt before has created it; -1 if the id is taken
    private long inserted(
            Connection connection,
            SessionId id,
            String instance,
            int last,
            GrowingSummary.Shown shown)
            throws SQLException {
        String sql =
                """
                INSERT INTO deft_sessions (title, turns, model, input_tokens, output_tokens, cache_read,
                    cache_write, estimated, parent, workspace, id, instance, last_entry)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (workspace, id) DO NOTHING RETURNING key\
                """;
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            SessionRows.summary(insert, 1, shown);
            insert.setString(10, workspace);
            insert.setString(11, id.value());
            insert.setString(12, instance);
            insert.setLong(13, last);
            try (ResultSet row = insert.executeQuery()) {
                if (row.next()) {
                    return row.getLong(1);
                }
            }
        }
        return isOurs(connection, id, instance) ? 0 : -1;
    }

    private boolean isOurs(Connection connection, SessionId id, String instance)
            throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT 1 FROM deft_sessions WHERE workspace = ? AND id = ? AND instance = ?")) {
            query.setString(1, workspace);
            query.setString(2, id.value());
            query.setString(3, instance);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    private static void fill(Connection connection, long key, List<Json.Obj> entries)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO deft_entries (session, id, body) VALUES (?, ?, ?)")) {
            for (int i = 0; i < entries.size(); i++) {
                insert.setLong(1, key);
                insert.setLong(2, i + 1L);
                insert.setString(3, SqlText.json(entries.get(i)));
                insert.addBatch();
                if ((i + 1) % SessionRows.PAGE == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
    }
}
