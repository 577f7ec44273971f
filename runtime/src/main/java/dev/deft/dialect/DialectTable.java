package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A dialect as data: its tools with their exact parameters and limits, and its named sets of
/// tools.
record DialectTable(List<Entry> tools, Map<String, List<String>> collections) {

    static DialectTable load(String dialect) {
        try (InputStream in = DialectTable.class.getResourceAsStream(dialect + ".json")) {
            if (in == null) {
                throw new IllegalStateException("there is no table for the dialect " + dialect);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Records.read(DialectTable.class, JsonText.parseObject(text));
        } catch (IOException e) {
            throw new UncheckedIOException("the table of the dialect " + dialect + " is broken", e);
        }
    }

    /// One tool of the dialect.
    ///
    /// @param tool the id in the catalogue
    /// @param parameters a JSON Schema
    record Entry(
            String name,
            String tool,
            String description,
            Json.Obj parameters,
            Optional<Bound> limits) {

        Limits within(Limits own) {
            return limits.map(it -> it.over(own)).orElse(own);
        }
    }

    /// What the dialect bounds differently.
    record Bound(OptionalInt outputBytes, OptionalInt items, OptionalLong timeoutMs) {

        Limits over(Limits own) {
            return new Limits(
                    outputBytes.orElse(own.outputBytes()),
                    items.orElse(own.items()),
                    timeoutMs.isPresent()
                            ? Duration.ofMillis(timeoutMs.getAsLong())
                            : own.timeout());
        }
    }
}
