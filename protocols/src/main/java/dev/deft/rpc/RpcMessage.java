package dev.deft.rpc;

import dev.deft.json.Json;
import java.util.Optional;

/// A JSON-RPC message.
public sealed interface RpcMessage {

    /// A request, which gets one answer.
    ///
    /// @param id a string or a number, sent back as it came
    record Request(Json id, String method, Json.Obj params) implements RpcMessage {}

    /// A message without an answer.
    record Notification(String method, Json.Obj params) implements RpcMessage {}

    /// The answer to a request that succeeded.
    record Result(Json id, Json result) implements RpcMessage {}

    /// The answer to a request that failed.
    ///
    /// @param id of the request; empty if it could not be read
    record Failure(Optional<Json> id, RpcError error) implements RpcMessage {}
}
