package dev.deft.host;

import dev.deft.json.Json;
import java.util.Optional;

/// Identifies a call and its caller.
///
/// @param callId the caller's id of the call
/// @param messageId the entry of the session log that contains the call
/// @param agent the name of the agent
/// @param user the name of the operating system user, if known
/// @param extra data of the program that makes the call
public record CallInfo(
        String callId,
        Optional<String> messageId,
        String agent,
        Optional<String> user,
        Json.Obj extra) {

    /// A call without message and extra data.
    ///
    /// @param callId the caller's id of the call
    /// @param agent the name of the agent
    public CallInfo(String callId, String agent) {
        this(callId, Optional.empty(), agent, Optional.empty(), Json.Obj.EMPTY);
    }
}
