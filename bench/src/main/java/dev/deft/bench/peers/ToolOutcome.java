package dev.deft.bench.peers;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;

/// The result of a call, as an agent sends it to the model.
///
/// @param id of the call
/// @param bytes of its content
/// @param failed whether it is marked as an error
record ToolOutcome(String id, long bytes, boolean failed) {

    static ToolOutcome of(String id, Json content, boolean failed) {
        String text = content instanceof Json.Str(String it) ? it : JsonText.write(content);
        return new ToolOutcome(id, text.getBytes(StandardCharsets.UTF_8).length, failed);
    }
}
