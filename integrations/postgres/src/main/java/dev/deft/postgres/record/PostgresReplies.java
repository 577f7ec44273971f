package dev.deft.postgres.record;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.member.Membership;
import dev.deft.server.store.StoredReplies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/// Responses by idempotency key in PostgreSQL. A key whose server died before it answered stays
/// busy: nobody knows whether the request acted.
public record PostgresReplies(Database database, Membership membership) implements StoredReplies {

    private record Known(UUID claimant, String fingerprint, Optional<Reply> reply) {}

    @Override
    public Claim claim(String key, String fingerprint) throws IOException {
        UUID claimant = UUID.randomUUID();
        int _ =
                database.update(
                        "INSERT INTO deft_replies (key, fingerprint, claimant, incarnation) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        SqlText.plain(key),
                        SqlText.plain(fingerprint),
                        claimant,
                        membership.incarnation());
        Optional<Known> known = known(key);
        if (known.isEmpty()) {
            return claim(key, fingerprint);
        }
        if (known.get().claimant().equals(claimant)) {
            return new Claim.Won();
        }
        if (!known.get().fingerprint().equals(SqlText.plain(fingerprint))) {
            return new Claim.Mismatch();
        }
        return known.get().reply().<Claim>map(Claim.Done::new).orElseGet(Claim.Busy::new);
    }

    private Optional<Known> known(String key) throws IOException {
        return database.find(
                "SELECT claimant, fingerprint, status, media_type, location, body FROM deft_replies WHERE key = ?",
                row ->
                        new Known(
                                row.getObject("claimant", UUID.class),
                                row.getString("fingerprint"),
                                reply(row)),
                SqlText.plain(key));
    }

    private static Optional<Reply> reply(ResultSet row) throws SQLException {
        byte[] body = row.getBytes("body");
        return body == null
                ? Optional.empty()
                : Optional.of(
                        new Reply(
                                row.getInt("status"),
                                row.getString("media_type"),
                                row.getString("location"),
                                new String(body, StandardCharsets.UTF_8)));
    }

    @Override
    public void settle(String key, Reply reply) throws IOException {
        int _ =
                database.update(
                        "UPDATE deft_replies SET status = ?, media_type = ?, location = ?, body = ? WHERE key = ?",
                        reply.status(),
                        SqlText.plain(reply.mediaType()),
                        SqlText.plain(reply.location()),
                        reply.body().getBytes(StandardCharsets.UTF_8),
                        SqlText.plain(key));
    }

    @Override
    public void release(String key) throws IOException {
        int _ =
                database.update(
                        "DELETE FROM deft_replies WHERE key = ? AND body IS NULL",
                        SqlText.plain(key));
    }

    @Override
    public void sweep() throws IOException {
        int _ =
                database.update(
                        "DELETE FROM deft_replies WHERE at < clock_timestamp() - interval '1 day'");
    }

    @Override
    public Optional<Reply> find(String key) throws IOException {
        return known(key).flatMap(Known::reply);
    }
}
