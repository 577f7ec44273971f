package dev.deft.host;

import dev.deft.json.Json;
import java.util.Optional;

/// Which call a host belongs to, and who makes it.
///
/// @param callId the caller's own name for the call
/// @param messageId the entry of the session log whose calls it is one of, where there is one
/// @param agent the name of the agent
/// @param user the name of the user of the operating system, where it is known
/// @param extra what the caller gave along with the call; empty unless a program did
public record CallInfo(
        String callId,
        Optional<String> messageId,
        String agent,
        Optional<String> user,
        Json.Obj extra) {

    /// A call that belongs to no message, without anything extra.
    ///
    /// @param callId the caller's own name for the call
    /// @param agent the name of the agent
    public CallInfo(String callId, String agent) {
        this(callId, Optional.empty(), agent, Optional.empty(), Json.Obj.EMPTY);
    }
}
