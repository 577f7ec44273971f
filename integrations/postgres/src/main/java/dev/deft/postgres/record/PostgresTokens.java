package dev.deft.postgres.record;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.server.access.AccessScope;
import dev.deft.server.store.TokenStore;
import java.io.IOException;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Tokens in PostgreSQL; only hashes of their secrets.
public record PostgresTokens(Database database) implements TokenStore {

    private static final String COLUMNS =
            "id, hash, person, scopes, workspaces, created, expires, once";

    @Override
    public List<StoredToken> list() throws IOException {
        return database.query(
                "SELECT %s FROM deft_tokens ORDER BY number".formatted(COLUMNS),
                PostgresTokens::token);
    }

    private static StoredToken token(ResultSet row) throws SQLException {
        Set<AccessScope> scopes = new LinkedHashSet<>();
        for (String scope : row.getString("scopes").split(" ", -1)) {
            AccessScope.find(scope).ifPresent(scopes::add);
        }
        return new StoredToken(
                row.getString("id"),
                row.getString("hash"),
                row.getString("person"),
                scopes,
                workspaces(row),
                SqlText.time(row, "created"),
                SqlText.optionalTime(row, "expires"),
                row.getBoolean("once"));
    }

    private static Optional<Set<String>> workspaces(ResultSet row) throws SQLException {
        Optional<Array> array = Optional.ofNullable(row.getArray("workspaces"));
        return array.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Arrays.stream((Object[]) array.get().getArray())
                                .map(String::valueOf)
                                .collect(Collectors.toSet()));
    }

    @Override
    public void add(StoredToken token) throws IOException {
        int _ =
                database.update(
                        "INSERT INTO deft_tokens (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
                                .formatted(COLUMNS),
                        SqlText.plain(token.id()),
                        token.hash(),
                        SqlText.plain(token.person()),
                        token.scopes().stream()
                                .map(AccessScope::wire)
                                .sorted()
                                .collect(Collectors.joining(" ")),
                        token.workspaces()
                                .map(it ->
                                        it.stream()
                                                .map(SqlText::plain)
                                                .sorted()
                                                .toArray(String[]::new))
                                .orElse(null),
                        SqlText.time(token.created()),
                        token.expires().map(SqlText::time).orElse(null),
                        token.once());
    }

    @Override
    public Optional<StoredToken> find(String id) throws IOException {
        return database.find(
                "SELECT %s FROM deft_tokens WHERE id = ?".formatted(COLUMNS),
                PostgresTokens::token,
                SqlText.plain(id));
    }

    @Override
    public boolean remove(String id) throws IOException {
        return database.update("DELETE FROM deft_tokens WHERE id = ?", SqlText.plain(id)) > 0;
    }
}
