package dev.deft.rpc;

import dev.deft.json.Json;

/// A request of the peer.
///
/// @param id as the peer gave it
/// @param peer takes notifications and requests that belong to this request
public record RpcCall(Json id, String method, Json.Obj params, RpcPeer peer) {}
