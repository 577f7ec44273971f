package dev.deft.mcp.server;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.mcp.server.method.ClientLink;
import dev.deft.mcp.server.method.LegacyClient;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.mcp.server.method.ModernRequests;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcPeer;
import dev.deft.rpc.RpcRules;
import dev.deft.rpc.RpcTimeoutException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A client on a pair of streams, in both eras at once: each request shows which it belongs to.
final class StreamConnection implements RpcHandler {

    private static final System.Logger LOG = System.getLogger(StreamConnection.class.getName());
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(10);
    private static final Set<String> MODERN = Set.of("server/discover", "subscriptions/listen");

    /// Scripts send everything at once, and requests run side by side: the first may come last.
    private static final Duration FIRST = Duration.ofSeconds(2);

    private final McpEndpoint endpoint;
    private final LegacyClient legacy;
    private final CountDownLatch initialized = new CountDownLatch(1);
    private volatile Optional<RpcPeer> client = Optional.empty();

    private StreamConnection(McpEndpoint endpoint) {
        this.endpoint = endpoint;
        this.legacy = endpoint.connect(endpoint.shared(), this::tell);
    }

    static RpcConnection open(McpEndpoint endpoint, InputStream in, OutputStream out) {
        return RpcConnection.open(in, out, RpcRules.mcpServer(), new StreamConnection(endpoint));
    }

    @Override
    public Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
        client = Optional.of(call.peer());
        var link = new PeerLink(call.peer());
        return ModernRequests.version(call.params()).isPresent() || MODERN.contains(call.method())
                ? endpoint.modern()
                        .answer(call.id(), call.method(), call.params(), link, endpoint.shared())
                : answerLegacy(call, link);
    }

    private Json answerLegacy(RpcCall call, ClientLink link)
            throws RpcException, IOException, InterruptedException {
        if (!call.method().equals("initialize")) {
            var _ = initialized.await(FIRST.toMillis(), TimeUnit.MILLISECONDS);
            return legacy.answer(call.method(), call.params(), link);
        }
        try {
            return legacy.answer(call.method(), call.params(), link);
        } finally {
            initialized.countDown();
        }
    }

    private void tell(String method, Json.Obj params) {
        client.ifPresent(it -> send(it, method, params));
    }

    @Override
    public void closed() {
        legacy.close();
    }

    private static void send(RpcPeer peer, String method, Json.Obj params) {
        try {
            peer.sendNotification(method, params);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody takes notifications", e);
        }
    }

    /// Messages of all requests share the stream.
    private record PeerLink(RpcPeer peer) implements ClientLink {

        @Override
        public void tell(String method, Json.Obj params) {
            send(peer, method, params);
        }

        @Override
        public Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
                throws IOException, InterruptedException {
            Map<String, Json.Obj> answers = new LinkedHashMap<>();
            for (Map.Entry<String, InputRequest> it : requests.entrySet()) {
                answers.put(it.getKey(), ask(it.getValue()));
            }
            return answers;
        }

        private Json.Obj ask(InputRequest request) throws IOException, InterruptedException {
            try {
                return peer.request(request.method(), request.params(), ANSWER_LIMIT)
                                instanceof Json.Obj result
                        ? result
                        : Json.Obj.EMPTY;
            } catch (RpcException e) {
                throw new HostException(
                        ErrorCode.REFUSED, "The client refused: %s".formatted(e.error().message()));
            } catch (RpcTimeoutException _) {
                throw new HostException(ErrorCode.REFUSED, "The client did not answer in time.");
            }
        }
    }
}
