package dev.deft.acp;

import dev.deft.json.Json;
import dev.deft.rpc.RpcPeer;
import java.io.IOException;

/// Sends the updates of one session. A client that has gone takes none, and the end of its
/// connection is noticed elsewhere.
///
/// @param sessionId as the client knows it
record SessionUpdates(RpcPeer client, String sessionId) {

    private static final System.Logger LOG = System.getLogger(SessionUpdates.class.getName());

    /// Sends an update.
    ///
    /// @param kind such as `plan`
    void send(String kind, Json.Obj fields) {
        Json.Obj update = Json.Obj.EMPTY.with("sessionUpdate", kind).withAll(fields);
        try {
            client.sendNotification(
                    "session/update",
                    Json.Obj.EMPTY.with("sessionId", sessionId).with("update", update));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes the update", e);
        }
    }

    /// Sends a part of a message.
    ///
    /// @param kind such as `agent_message_chunk`
    void chunk(String kind, String messageId, Json.Obj content) {
        send(kind, Json.Obj.EMPTY.with("messageId", messageId).with("content", content));
    }
}
