package dev.deft.mcp.server.feature;

import dev.deft.json.Json;
import java.util.Optional;

/// Many resources with similar addresses.
///
/// @param uriTemplate as in RFC 6570, such as `file:///{+path}`
/// @param name for programs
/// @param mimeType of all of them
public record ResourceTemplate(
        String uriTemplate, String name, Optional<String> description, Optional<String> mimeType) {

    /// The form in messages.
    public Json.Obj json() {
        Json.Obj named = Json.Obj.EMPTY.with("uriTemplate", uriTemplate).with("name", name);
        return ResourceEntry.typed(
                description.isPresent() ? named.with("description", description.get()) : named,
                mimeType);
    }
}
