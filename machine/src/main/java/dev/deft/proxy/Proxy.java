package dev.deft.proxy;

import dev.deft.kernel.Sockets;
import dev.deft.net.HostGrants;
import dev.deft.net.NameResolver;
import dev.deft.proxy.ConnectionListener.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// An HTTP proxy on a listening socket.
///
/// The socket belongs to the network namespace of a sandbox, so it is used by its descriptor, on
/// platform threads.
public final class Proxy implements AutoCloseable {

    private static final int MAX_CONNECTIONS = 128;
    private static final int MAX_REFUSALS = 20;

    private final int listener;
    private final HostGrants grants;
    private final ConnectionListener connectionListener;
    private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();

    /// Starts serving.
    ///
    /// @param listener closed with the proxy
    public Proxy(int listener, NetworkReach reach) {
        this.listener = listener;
        this.grants = HostGrants.of(reach.hosts(), reach.rules(), NameResolver.SYSTEM);
        this.connectionListener = reach.listener();
        Thread.ofPlatform().daemon().name("proxy").start(this::serve);
    }

    private void serve() {
        for (int client = Sockets.accept(listener);
                client >= 0;
                client = Sockets.accept(listener)) {
            if (connections.size() >= MAX_CONNECTIONS) {
                Sockets.close(client);
                continue;
            }
            var connection = new ProxyConnection(client, grants, this::onConnection);
            connections.add(connection);
            Thread.ofPlatform()
                    .daemon()
                    .name("proxy connection")
                    .start(() -> {
                        connection.run();
                        connections.remove(connection);
                    });
        }
        Sockets.close(listener);
    }

    private void onConnection(Connection connection) throws IOException {
        if (connection.outcome() == ConnectionListener.Outcome.REFUSED
                && refusals.size() < MAX_REFUSALS) {
            refusals.add(
                    "%s:%d (%s)"
                            .formatted(connection.host(), connection.port(), connection.detail()));
        }
        connectionListener.onConnection(connection);
    }

    /// The refused connections since the last call, without duplicates.
    public List<String> refusals() {
        List<String> all = new ArrayList<>();
        for (String it = refusals.poll(); it != null; it = refusals.poll()) {
            if (!all.contains(it)) {
                all.add(it);
            }
        }
        return all;
    }

    @Override
    public void close() {
        Sockets.shutdown(listener);
        connections.forEach(ProxyConnection::end);
    }
}
