package dev.deft.run;

import dev.deft.json.Json;
import java.util.Optional;

/// The origin of a call. It is visible to the tool.
///
/// @param messageId the entry of the session log that contains the call
/// @param extra data of the caller
public record CallOrigin(Optional<String> messageId, Json.Obj extra) {

    /// A call that belongs to no message.
    public static final CallOrigin UNKNOWN = new CallOrigin(Optional.empty(), Json.Obj.EMPTY);

    public static CallOrigin of(String messageId) {
        return new CallOrigin(Optional.of(messageId), Json.Obj.EMPTY);
    }
}
