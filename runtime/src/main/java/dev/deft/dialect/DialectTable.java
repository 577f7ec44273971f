package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.resource.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The resource that describes a dialect: its tools with parameters and limits, and its
/// collections.
record DialectTable(List<Entry> tools, Map<String, List<String>> collections) {

    static DialectTable load(String dialect) {
        try {
            String text = Resources.text(DialectTable.class, dialect + ".json");
            return Records.read(DialectTable.class, JsonText.parseObject(text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the table of the dialect " + dialect, e);
        }
    }

    /// One tool of the dialect.
    ///
    /// @param tool the id of the tool in the registry
    /// @param parameters a JSON Schema
    record Entry(
            String name,
            String tool,
            String description,
            Json.Obj parameters,
            Optional<LimitOverrides> limits) {

        Limits limitsOver(Limits own) {
            return limits.map(it -> it.applyTo(own)).orElse(own);
        }
    }

    /// Limits of the dialect that replace those of the tool.
    record LimitOverrides(OptionalInt outputBytes, OptionalInt items, OptionalLong timeoutMs) {

        Limits applyTo(Limits own) {
            return new Limits(
                    outputBytes.orElse(own.outputBytes()),
                    items.orElse(own.items()),
                    timeoutMs.isPresent()
                            ? Duration.ofMillis(timeoutMs.getAsLong())
                            : own.timeout());
        }
    }
}
