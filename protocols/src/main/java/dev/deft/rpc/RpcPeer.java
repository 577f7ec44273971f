package dev.deft.rpc;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Duration;

/// The other side: it takes requests and notifications.
public interface RpcPeer {

    /// Sends a request and waits for its answer. A timeout or an interrupt cancels it at the peer.
    ///
    /// @return the result
    /// @throws RpcException if the peer answers with an error
    /// @throws RpcTimeoutException if it does not answer in time
    /// @throws IOException if the connection is lost
    Json request(String method, Json.Obj params, Duration timeout)
            throws RpcException, IOException, InterruptedException;

    /// Sends a notification.
    void sendNotification(String method, Json.Obj params) throws IOException;
}
