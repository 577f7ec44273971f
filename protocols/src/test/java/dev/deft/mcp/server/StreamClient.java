package dev.deft.mcp.server;

import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/// A client on a pair of streams to a server in the same process.
final class StreamClient implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RpcConnection connection;
    private final Thread server;
    private final Queue<String> notifications = new ConcurrentLinkedQueue<>();

    /// @param user answers what the server asks
    StreamClient(McpToolServer served, Function<RpcCall, Json.Obj> user) throws IOException {
        try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var near = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket far = listening.accept();
            server = Thread.ofVirtual().start(() -> serve(served, far));
            InputStream in = near.getInputStream();
            OutputStream out = near.getOutputStream();
            connection =
                    RpcConnection.open(
                            in,
                            out,
                            RpcRules.mcpClient(),
                            new RpcHandler() {
                                @Override
                                public Json answer(RpcCall call) {
                                    return user.apply(call);
                                }

                                @Override
                                public void notified(String method, Json.Obj params) {
                                    notifications.add(method + " " + params);
                                }
                            });
        }
    }

    private static void serve(McpToolServer served, Socket far) {
        try (far) {
            served.serve(far.getInputStream(), far.getOutputStream());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Queue<String> notifications() {
        return notifications;
    }

    Json.Obj request(String method, String params)
            throws RpcException, IOException, InterruptedException {
        return (Json.Obj) connection.request(method, McpTestWorkspace.json(params), LIMIT);
    }

    Json.Obj initialize(String version, String capabilities)
            throws RpcException, IOException, InterruptedException {
        return request(
                "initialize",
                "{'protocolVersion':'%s','capabilities':%s,'clientInfo':{'name':'t','version':'1'}}"
                        .formatted(version, capabilities));
    }

    /// A request of the stateless era.
    Json.Obj modern(String method, String capabilities, String params)
            throws RpcException, IOException, InterruptedException {
        return request(
                method,
                "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28','io.modelcontextprotocol/clientCapabilities':%s}%s}"
                        .formatted(capabilities, params.isEmpty() ? "" : "," + params));
    }

    @Override
    public void close() throws IOException {
        connection.close();
        try {
            server.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
