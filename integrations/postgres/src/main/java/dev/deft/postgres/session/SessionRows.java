package dev.deft.postgres.session;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.member.Membership;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The statements over the sessions of one workspace. Each has the same effect when it is run
/// twice.
///
/// @param workspace its id on the servers
record SessionRows(String workspace, Membership membership) {

    /// Entries that one statement reads.
    static final int PAGE = 200;

    /// A session that this server holds.
    ///
    /// @param key identifies the session, also among those that had the same id
    /// @param fence identifies the lease: another one has another number
    record Held(long key, long fence, long last, String instance) {}

    /// An entry as it is stored.
    record Row(long id, String body) {}

    /// What one append writes.
    ///
    /// @param before the last entry that is stored
    record Batch(
            long before,
            List<Row> entries,
            List<GrowingSummary.EntryWords> words,
            GrowingSummary.Shown shown) {}

    /// Takes the lease, if nobody who is alive has it. The caller has reserved the session in this
    /// process.
    Optional<Held> acquire(Connection connection, SessionId id, String instance)
            throws SQLException {
        String sql =
                """
                INSERT INTO deft_sessions AS s (workspace, id, instance, fence, holder, held_since)
                VALUES (?, ?, ?, nextval('deft_fences'), ?, clock_timestamp())
                ON CONFLICT (workspace, id) DO UPDATE
                SET fence = excluded.fence, holder = excluded.holder, held_since = excluded.held_since
                WHERE s.holder IS NULL OR s.holder = excluded.holder OR (? AND %s)
                RETURNING key, fence, last_entry, instance\
                """
                        .formatted(membership.abandoned("s.holder"));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            named(statement, id, instance);
            statement.setBoolean(5, membership.mayTakeOver());
            return held(connection, statement, id);
        }
    }

    /// Creates a session and takes its lease; empty if the id is taken.
    Optional<Held> create(Connection connection, SessionId id, String instance)
            throws SQLException {
        String sql =
                """
                INSERT INTO deft_sessions AS s (workspace, id, instance, fence, holder, held_since)
                VALUES (?, ?, ?, nextval('deft_fences'), ?, clock_timestamp())
                ON CONFLICT (workspace, id) DO UPDATE
                SET fence = excluded.fence, holder = excluded.holder
                WHERE s.instance = excluded.instance
                RETURNING key, fence, last_entry, instance\
                """;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            named(statement, id, instance);
            return held(connection, statement, id);
        }
    }

    private void named(PreparedStatement statement, SessionId id, String instance)
            throws SQLException {
        statement.setString(1, workspace);
        statement.setString(2, id.value());
        statement.setString(3, instance);
        statement.setObject(4, membership.incarnation());
    }

    private static Optional<Held> held(
            Connection connection, PreparedStatement statement, SessionId id) throws SQLException {
        Held held;
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            held = new Held(row.getLong(1), row.getLong(2), row.getLong(3), row.getString(4));
        }
        if (held.last() == 0) {
            index(connection, held.key(), id);
        }
        return Optional.of(held);
    }

    /// A session without entries is found by its id.
    private static void index(Connection connection, long key, SessionId id) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "INSERT INTO deft_words VALUES (?, 0, array_to_tsvector(string_to_array(?, ' '))) ON CONFLICT DO NOTHING")) {
            statement.setLong(1, key);
            statement.setString(2, SessionWords.of(id.value()));
            statement.executeUpdate();
        }
    }

    /// Who has the lease, for people; empty if nobody has.
    Optional<String> holder(Connection connection, SessionId id) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        """
                        SELECT coalesce(v.name, 'a server that died'), s.held_since
                        FROM deft_sessions s LEFT JOIN deft_servers v ON v.incarnation = s.holder
                        WHERE workspace = ? AND id = ? AND holder IS NOT NULL\
                        """)) {
            query.setString(1, workspace);
            query.setString(2, id.value());
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(
                                "server %s since %s"
                                        .formatted(
                                                row.getString(1), SqlText.time(row, "held_since")))
                        : Optional.empty();
            }
        }
    }

    /// Appends entries, if the lease is still ours.
    ///
    /// @return false if it is not
    static boolean append(Connection connection, Held held, Batch batch) throws SQLException {
        String sql =
                """
                WITH held AS (
                    UPDATE deft_sessions SET last_entry = ?, modified = clock_timestamp(), title = ?,
                        turns = ?, model = ?, input_tokens = ?, output_tokens = ?, cache_read = ?,
                        cache_write = ?, estimated = ?, parent = ?
                    WHERE key = ? AND fence = ? AND last_entry = ? RETURNING key),
                found AS (
                    INSERT INTO deft_words (session, entry, words)
                    SELECT held.key, w.entry, array_to_tsvector(string_to_array(w.words, ' '))
                    FROM held, unnest(?::bigint[], ?::text[]) AS w (entry, words)
                    ON CONFLICT (session, entry) DO UPDATE SET words = excluded.words)
                INSERT INTO deft_entries (session, id, body)
                SELECT held.key, e.id, e.body
                FROM held, unnest(?::bigint[], ?::text[]) AS e (id, body)\
                """;
        long last = batch.entries().getLast().id();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, last);
            summary(statement, 2, batch.shown());
            statement.setLong(11, held.key());
            statement.setLong(12, held.fence());
            statement.setLong(13, batch.before());
            words(connection, statement, 14, batch.words());
            statement.setArray(
                    16,
                    connection.createArrayOf(
                            "bigint", batch.entries().stream().map(Row::id).toArray()));
            statement.setArray(
                    17,
                    connection.createArrayOf(
                            "text", batch.entries().stream().map(Row::body).toArray()));
            if (statement.executeUpdate() > 0) {
                return true;
            }
        }
        return isLast(connection, held, last);
    }

    /// Whether an append that was cut off had been carried out.
    private static boolean isLast(Connection connection, Held held, long last) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT 1 FROM deft_sessions WHERE key = ? AND fence = ? AND last_entry = ?")) {
            query.setLong(1, held.key());
            query.setLong(2, held.fence());
            query.setLong(3, last);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    static boolean isHeld(Connection connection, Held held) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT 1 FROM deft_sessions WHERE key = ? AND fence = ?")) {
            query.setLong(1, held.key());
            query.setLong(2, held.fence());
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    /// Nine columns from `title` on.
    static void summary(PreparedStatement statement, int from, GrowingSummary.Shown shown)
            throws SQLException {
        Usage usage = shown.usage();
        statement.setString(from, SqlText.plain(shown.title()));
        statement.setInt(from + 1, shown.turns());
        statement.setString(from + 2, SqlText.plain(shown.model()));
        statement.setLong(from + 3, usage.input());
        statement.setLong(from + 4, usage.output());
        statement.setLong(from + 5, usage.cacheRead());
        statement.setLong(from + 6, usage.cacheWrite());
        statement.setBoolean(from + 7, usage.estimated());
        statement.setString(from + 8, shown.parent().orElse(null));
    }

    static void words(
            Connection connection,
            PreparedStatement statement,
            int from,
            List<GrowingSummary.EntryWords> words)
            throws SQLException {
        statement.setArray(
                from,
                connection.createArrayOf(
                        "bigint", words.stream().map(GrowingSummary.EntryWords::entry).toArray()));
        statement.setArray(
                from + 1,
                connection.createArrayOf(
                        "text", words.stream().map(GrowingSummary.EntryWords::words).toArray()));
    }

    /// Gives the lease back, if it is still ours.
    static int release(Connection connection, Held held) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "UPDATE deft_sessions SET holder = NULL, held_since = NULL WHERE key = ? AND fence = ?")) {
            statement.setLong(1, held.key());
            statement.setLong(2, held.fence());
            return statement.executeUpdate();
        }
    }

    static int delete(Connection connection, Held held) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "DELETE FROM deft_sessions WHERE key = ? AND fence = ?")) {
            statement.setLong(1, held.key());
            statement.setLong(2, held.fence());
            return statement.executeUpdate();
        }
    }
}
