package dev.deft.mcp.server.feature;

import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.util.Optional;

/// The content of a resource.
public sealed interface ResourceContent {

    String uri();

    /// Such as `text/plain`.
    Optional<String> mimeType();

    /// The form in messages.
    Json.Obj json();

    /// A text.
    record Text(String uri, Optional<String> mimeType, String text) implements ResourceContent {

        @Override
        public Json.Obj json() {
            return ResourceEntry.typed(Json.Obj.EMPTY.with("uri", uri), mimeType)
                    .with("text", text);
        }
    }

    /// Anything else.
    record Blob(String uri, Optional<String> mimeType, Bytes content) implements ResourceContent {

        @Override
        public Json.Obj json() {
            return ResourceEntry.typed(Json.Obj.EMPTY.with("uri", uri), mimeType)
                    .with("blob", McpContent.base64(content));
        }
    }
}
