package dev.deft.run;

import dev.deft.json.Json;
import java.util.Optional;

/// Where a call comes from, as its tool may learn.
///
/// @param messageId the entry of the session log whose calls it is one of
/// @param extra what the caller gave along
public record CallOrigin(Optional<String> messageId, Json.Obj extra) {

    /// A call that belongs to no message.
    public static final CallOrigin UNKNOWN = new CallOrigin(Optional.empty(), Json.Obj.EMPTY);

    public static CallOrigin of(String messageId) {
        return new CallOrigin(Optional.of(messageId), Json.Obj.EMPTY);
    }
}
