package dev.deft.mcp.server.feature;

import dev.deft.json.Json;
import java.util.Optional;

/// A resource in a list.
///
/// @param name for programs, such as the path of a file
/// @param mimeType such as `text/plain`
public record ResourceEntry(
        String uri, String name, Optional<String> description, Optional<String> mimeType) {

    /// The form in messages.
    public Json.Obj json() {
        Json.Obj named = Json.Obj.EMPTY.with("uri", uri).with("name", name);
        return typed(
                description.isPresent() ? named.with("description", description.get()) : named,
                mimeType);
    }

    static Json.Obj typed(Json.Obj json, Optional<String> mimeType) {
        return mimeType.isPresent() ? json.with("mimeType", mimeType.get()) : json;
    }
}
