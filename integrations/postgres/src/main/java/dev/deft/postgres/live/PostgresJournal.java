package dev.deft.postgres.live;

import dev.deft.json.Json;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.server.store.EventJournal;
import dev.deft.server.store.LiveEvents;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/// The journal in PostgreSQL. Whoever appends locks its end, so that a number becomes visible only
/// after all before it, and numbers have no gaps.
public record PostgresJournal(Database database, LiveEvents live) implements EventJournal {

    /// How many events are kept.
    public static final int KEPT = 10_000;

    @Override
    public long add(String type, String workspace, Json.Obj data) throws IOException {
        UUID mark = UUID.randomUUID();
        long number =
                database.find(
                                """
                                WITH place AS (
                                    UPDATE deft_journal_end SET last = last + 1
                                    WHERE NOT EXISTS (SELECT 1 FROM deft_journal WHERE mark = ?)
                                    RETURNING last),
                                added AS (
                                    INSERT INTO deft_journal (number, mark, type, workspace, data)
                                    SELECT last, ?, ?, ?, ? FROM place RETURNING number)
                                SELECT number FROM added
                                UNION ALL SELECT number FROM deft_journal WHERE mark = ?\
                                """,
                                row -> row.getLong(1),
                                mark,
                                mark,
                                SqlText.plain(type),
                                SqlText.plain(workspace),
                                SqlText.json(data),
                                mark)
                        .orElseThrow(() -> new IOException("The journal has no end."));
        live.publish(new LiveEvents.LiveEvent.Journaled(number));
        return number;
    }

    @Override
    public List<JournalEvent> after(long number, int most) throws IOException {
        return database.query(
                "SELECT number, type, workspace, data FROM deft_journal WHERE number > ? ORDER BY number LIMIT ?",
                row ->
                        new JournalEvent(
                                row.getLong("number"),
                                row.getString("type"),
                                row.getString("workspace"),
                                SqlText.object(row.getString("data"))),
                number,
                most);
    }

    @Override
    public long first() throws IOException {
        return number(
                "SELECT coalesce((SELECT min(number) FROM deft_journal), (SELECT last + 1 FROM deft_journal_end))");
    }

    @Override
    public long last() throws IOException {
        return number("SELECT last FROM deft_journal_end");
    }

    private long number(String sql) throws IOException {
        return database.find(sql, row -> row.getLong(1)).orElse(0L);
    }

    /// Removes the oldest events beyond those that are kept.
    public void trim() throws IOException {
        int _ =
                database.update(
                        "DELETE FROM deft_journal WHERE number <= (SELECT last FROM deft_journal_end) - ?",
                        KEPT);
    }
}
