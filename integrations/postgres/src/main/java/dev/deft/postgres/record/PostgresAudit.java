package dev.deft.postgres.record;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.server.store.AuditLog;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/// Who did what, in PostgreSQL.
public record PostgresAudit(Database database) implements AuditLog {

    @Override
    public void add(Act act) throws IOException {
        int _ =
                database.update(
                        "INSERT INTO deft_audit (mark, at, person, token, act, target, status, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mark) DO NOTHING",
                        UUID.randomUUID(),
                        SqlText.time(act.at()),
                        SqlText.plain(act.person()),
                        SqlText.plain(act.token()),
                        SqlText.plain(act.act()),
                        SqlText.plain(act.target()),
                        act.status(),
                        SqlText.plain(act.detail()));
    }

    @Override
    public List<Act> latest(long before, int most) throws IOException {
        return database.query(
                "SELECT id, at, person, token, act, target, status, detail FROM deft_audit WHERE id < ? ORDER BY id DESC LIMIT ?",
                row ->
                        new Act(
                                row.getLong("id"),
                                SqlText.time(row, "at"),
                                row.getString("person"),
                                row.getString("token"),
                                row.getString("act"),
                                row.getString("target"),
                                row.getInt("status"),
                                row.getString("detail")),
                before <= 0 ? Long.MAX_VALUE : before,
                most);
    }
}
