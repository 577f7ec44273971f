package dev.deft.proxy;

import dev.deft.kernel.Sockets;
import dev.deft.proxy.ConnectionListener.Passage;
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

    private static final int MOST_AT_ONCE = 128;
    private static final int MOST_REFUSALS_KEPT = 20;

    private final int listener;
    private final HostGrants grants;
    private final ConnectionListener traffic;
    private final Set<ProxyConnection> visits = ConcurrentHashMap.newKeySet();
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();

    /// Starts serving.
    ///
    /// @param listener closed with the proxy
    public Proxy(int listener, NetworkReach reach) {
        this.listener = listener;
        this.grants = new HostGrants(reach.hosts(), reach.rules());
        this.traffic = reach.traffic();
        Thread.ofPlatform().daemon().name("proxy").start(this::serve);
    }

    private void serve() {
        for (int client = Sockets.accept(listener);
                client >= 0;
                client = Sockets.accept(listener)) {
            if (visits.size() >= MOST_AT_ONCE) {
                Sockets.close(client);
                continue;
            }
            var visit = new ProxyConnection(client, grants, this::note);
            visits.add(visit);
            Thread.ofPlatform()
                    .daemon()
                    .name("proxy connection")
                    .start(() -> {
                        visit.run();
                        visits.remove(visit);
                    });
        }
        Sockets.close(listener);
    }

    private void note(Passage passage) throws IOException {
        if (passage.outcome() == ConnectionListener.Outcome.REFUSED
                && refusals.size() < MOST_REFUSALS_KEPT) {
            refusals.add("%s:%d (%s)".formatted(passage.host(), passage.port(), passage.detail()));
        }
        traffic.note(passage);
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
        visits.forEach(ProxyConnection::end);
    }
}
