package dev.deft.mcp.client;

import dev.deft.json.Json;
import dev.deft.mcp.client.session.McpSession;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Listens for changes of the lists of a server that has no session: its notifications come only to
/// who asks for them.
final class ChangeSubscription implements AutoCloseable {

    private static final Duration LASTING = Duration.ofDays(30);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final McpSession session;
    private final RpcHandler listener;
    private final Thread worker;

    ChangeSubscription(McpSession session, RpcHandler listener) {
        this.session = session;
        this.listener = listener;
        this.worker = Thread.ofVirtual().name("mcp-changes").unstarted(this::listen);
        if (session.revision().stateless() && session.facts().tellsChanges("tools")) {
            worker.start();
        }
    }

    private void listen() {
        Json.Obj params =
                Json.Obj.EMPTY.with(
                        "notifications",
                        Json.Obj.EMPTY.with("toolsListChanged", new Json.Bool(true)));
        try {
            while (session.isOpen()) {
                once(params);
                TimeUnit.SECONDS.sleep(PAUSE.toSeconds());
            }
        } catch (RpcException e) {
            System.getLogger(ChangeSubscription.class.getName())
                    .log(System.Logger.Level.DEBUG, "the server tells no changes", e);
        } catch (InterruptedException _) {
            // The subscription ends.
        }
    }

    /// A stream that breaks is opened again. Changes in between are missed, so it is as if there
    /// was one.
    private void once(Json.Obj params) throws RpcException, InterruptedException {
        try {
            session.request("subscriptions/listen", params, Map.of(), LASTING, listener);
        } catch (IOException e) {
            System.getLogger(ChangeSubscription.class.getName())
                    .log(System.Logger.Level.DEBUG, "a subscription broke", e);
        }
        listener.notified("notifications/tools/list_changed", Json.Obj.EMPTY);
    }

    @Override
    public void close() {
        worker.interrupt();
    }
}
