package dev.deft.rpc;

import dev.deft.json.Json;
import java.io.IOException;

/// What one side does with the requests and notifications of the other.
public interface RpcHandler {

    /// Answers a request, on a virtual thread of its own, which is interrupted when the peer
    /// cancels the request or the connection ends.
    ///
    /// @return the result
    /// @throws RpcException is sent as the error
    /// @throws IOException is sent as an internal error with its message
    Json answer(RpcCall call) throws RpcException, IOException, InterruptedException;

    /// Takes a notification, on the thread that reads the messages: it must return quickly.
    default void notified(String method, Json.Obj params) {}

    /// Is told that a message of the peer was longer than allowed, and is skipped. Like
    /// [#notified], it must return quickly.
    default void skipped() {}

    /// Is told that the connection has ended.
    default void closed() {}
}
