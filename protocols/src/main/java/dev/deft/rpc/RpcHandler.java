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

    /// Is told about a request on the thread that reads the messages, before [#answer] is called on
    /// another one: what follows on the connection comes later. It must return quickly.
    default void arrived(RpcCall call) {}

    /// Is told that the answer to a request was sent.
    default void answered(RpcCall call) {}

    /// Takes a notification, on the thread that reads the messages: it must return quickly.
    default void notified(String method, Json.Obj params) {}

    /// Is told that a message of the peer was longer than allowed, and is skipped. Like
    /// [#notified], it must return quickly.
    default void skipped() {}

    /// Is told that the connection has ended.
    default void closed() {}
}
