package dev.deft.postgres.connection;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Values as columns have them.
public final class SqlText {

    private static final char REPLACEMENT = '\uFFFD';

    private SqlText() {}

    /// Text that a column of type `text` takes: without the character zero and halves of pairs.
    public static String plain(String text) {
        if (isPlain(text)) {
            return text;
        }
        var plain = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        it -> plain.appendCodePoint(it == 0 || isSurrogate(it) ? REPLACEMENT : it));
        return plain.toString();
    }

    private static boolean isPlain(String text) {
        return text.codePoints().noneMatch(it -> it == 0 || isSurrogate(it));
    }

    private static boolean isSurrogate(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    /// JSON as a column has it, which gives it back byte for byte: halves of pairs are escaped. In
    /// the name of a field they are replaced, since no parser takes them there.
    public static String json(Json value) {
        String text = JsonText.write(value);
        return isPlain(text) ? text : named(value).toString();
    }

    private static Json named(Json value) {
        return switch (value) {
            case Json.Obj(Map<String, Json> fields) -> {
                Map<String, Json> named = new LinkedHashMap<>();
                fields.forEach((name, it) -> named.put(plain(name), named(it)));
                yield new Json.Obj(named);
            }
            case Json.Arr(List<Json> items) ->
                    new Json.Arr(items.stream().map(SqlText::named).toList());
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }

    public static Json.Obj object(String text) throws IOException {
        try {
            return JsonText.parseWritten(text);
        } catch (JsonSyntaxException e) {
            throw new IOException("The database has a damaged value: " + e.getMessage(), e);
        }
    }

    public static OffsetDateTime time(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    public static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static Optional<Instant> optionalTime(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
                .map(OffsetDateTime::toInstant);
    }
}
