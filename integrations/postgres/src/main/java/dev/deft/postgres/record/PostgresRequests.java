package dev.deft.postgres.record;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Approvals and questions in PostgreSQL. Whoever closes one leaves a mark, so that they know that
/// it was them even if the connection broke before the database could say so.
public record PostgresRequests(Database database) implements OpenRequests {

    private static final String SELECT =
            "SELECT id, workspace, session, asked, request FROM deft_requests WHERE closed IS NULL";

    @Override
    public void add(OpenRequest request) throws IOException {
        int _ =
                database.update(
                        "INSERT INTO deft_requests (id, workspace, session, asked, request) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        SqlText.plain(request.id()),
                        request.session().workspace(),
                        request.session().session(),
                        SqlText.time(request.asked()),
                        SqlText.json(request.request()));
    }

    @Override
    public boolean remove(String id) throws IOException {
        UUID mark = UUID.randomUUID();
        return database.update(
                        """
                        UPDATE deft_requests SET closed = clock_timestamp(), closed_by = ?
                        WHERE id = ? AND (closed IS NULL OR closed_by = ?)\
                        """,
                        mark,
                        SqlText.plain(id),
                        mark)
                > 0;
    }

    @Override
    public Optional<OpenRequest> find(String id) throws IOException {
        return database.find(SELECT + " AND id = ?", PostgresRequests::request, SqlText.plain(id));
    }

    private static OpenRequest request(ResultSet row) throws SQLException, IOException {
        return new OpenRequest(
                row.getString("id"),
                new SessionRef(row.getString("workspace"), row.getString("session")),
                SqlText.time(row, "asked"),
                SqlText.object(row.getString("request")));
    }

    @Override
    public List<OpenRequest> list() throws IOException {
        return database.query(SELECT + " ORDER BY number", PostgresRequests::request);
    }

    @Override
    public void clear(SessionRef session) throws IOException {
        int _ =
                database.update(
                        "DELETE FROM deft_requests WHERE workspace = ? AND session = ?",
                        session.workspace(),
                        session.session());
    }
}
