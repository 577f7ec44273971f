package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.Closeable;
import java.io.IOException;

/// The line to one server. Any thread may use it, also while others wait for answers.
public interface McpChannel extends Closeable {

    /// Sends a request and waits for its answer. A timeout or an interrupt cancels it at the
    /// server.
    ///
    /// @param meanwhile takes what the server sends until then
    /// @return the result
    /// @throws RpcException if the server answers with an error
    /// @throws dev.deft.rpc.RpcTimeoutException if it does not answer in time
    /// @throws HttpStatusException if the answer was an HTTP status without a JSON-RPC message
    /// @throws SessionLostException if the server has forgotten the session; the request had no
    ///   effect
    /// @throws IOException if the connection is lost
    Json request(McpRequest request, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException;

    /// Sends a notification.
    void sendNotification(String method, Json.Obj params) throws IOException, InterruptedException;

    /// Both sides agreed on a revision; messages follow it from now on.
    void agreed(Revision revision);

    /// Begins to take what the server says by itself, where that needs a stream of its own. Returns
    /// when that stream is open, cannot be had, or was waited for long enough: a server may drop
    /// what it says before.
    default void listen() throws InterruptedException {}

    /// Whether further requests could succeed.
    boolean isOpen();

    /// What the server said about itself, for messages about failures; empty if it said nothing.
    String lastWords();

    /// Ends the session and the connection, and the program if it is one.
    @Override
    void close();
}
