package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Passes on what a server says where it does not say to which request that belongs: requests go to
/// whoever sent a request last and still waits, notifications to all that wait.
final class ServerVoices implements RpcHandler {

    private final RpcHandler always;
    private final Runnable tooLong;
    private final List<RpcHandler> waiting = new ArrayList<>();

    /// @param always takes every notification, and requests while nobody waits
    /// @param tooLong is called when a message was too long to be taken
    ServerVoices(RpcHandler always, Runnable tooLong) {
        this.always = always;
        this.tooLong = tooLong;
    }

    /// Sends a request and waits for its answer.
    ///
    /// @param meanwhile takes what the server says until then
    Json during(McpRequest request, RpcConnection connection, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        begin(meanwhile);
        try {
            return connection.request(request.method(), request.params(), request.timeout());
        } finally {
            end(meanwhile);
        }
    }

    synchronized void begin(RpcHandler meanwhile) {
        waiting.add(meanwhile);
    }

    synchronized void end(RpcHandler meanwhile) {
        waiting.remove(meanwhile);
    }

    private synchronized List<RpcHandler> waiting() {
        return List.copyOf(waiting);
    }

    @Override
    public Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
        List<RpcHandler> now = waiting();
        return (now.isEmpty() ? always : now.getLast()).answer(call);
    }

    @Override
    public void notified(String method, Json.Obj params) {
        always.notified(method, params);
        waiting().forEach(it -> it.notified(method, params));
    }

    @Override
    public void skipped() {
        tooLong.run();
    }

    @Override
    public void closed() {
        always.closed();
    }
}
