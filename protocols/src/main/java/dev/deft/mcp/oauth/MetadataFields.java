package dev.deft.mcp.oauth;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads fields of foreign documents. A field of another type counts as absent.
final class MetadataFields {

    private MetadataFields() {}

    /// The texts of a list.
    static Optional<List<String>> texts(Json.Obj json, String name) {
        if (!(json.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items))) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (Json it : items) {
            if (it instanceof Json.Str(String text)) {
                texts.add(text);
            }
        }
        return Optional.of(texts);
    }

    static boolean isTrue(Json.Obj json, String name) {
        return json.find(name).equals(Optional.of(new Json.Bool(true)));
    }

    /// A whole number; some servers write it as a text.
    static Optional<Long> number(Json.Obj json, String name) {
        return switch (json.find(name).orElse(Json.Null.VALUE)) {
            case Json.Num number -> number.asLong();
            case Json.Str(String text) -> parsed(text);
            case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> Optional.empty();
        };
    }

    private static Optional<Long> parsed(String text) {
        try {
            return Optional.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
