package dev.deft.server.listener;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The connections there are. When there are too many, those that have been idle for the longest
/// time make room, so that nobody can keep others out by holding connections.
final class ConnectionTable {

    private final ListenerLimits.Counts counts;
    private final List<AddressRange> proxies;
    private final Set<OpenConnection> open = ConcurrentHashMap.newKeySet();
    private final Map<InetAddress, Integer> addresses = new HashMap<>();

    ConnectionTable(ListenerLimits.Counts counts, List<AddressRange> proxies) {
        this.counts = counts;
        this.proxies = proxies;
    }

    /// Takes a connection up.
    ///
    /// @return false if there is no room for it
    synchronized boolean admit(OpenConnection connection) {
        InetAddress address = connection.address();
        if (isCrowded(address) && !makeRoom(Optional.of(address))) {
            return false;
        }
        if (open.size() >= counts.connections() && !makeRoom(Optional.empty())) {
            return false;
        }
        open.add(connection);
        addresses.merge(address, 1, Integer::sum);
        return true;
    }

    private boolean isCrowded(InetAddress address) {
        return addresses.getOrDefault(address, 0) >= counts.perAddress()
                && !ClientAddress.isTrusted(address, proxies);
    }

    private boolean makeRoom(Optional<InetAddress> of) {
        Optional<OpenConnection> longest =
                open.stream()
                        .filter(OpenConnection::isIdle)
                        .filter(it -> of.isEmpty() || of.get().equals(it.address()))
                        .max(Comparator.comparingLong(OpenConnection::idleNanos));
        longest.ifPresent(it -> {
            it.abort();
            leave(it);
        });
        return longest.isPresent();
    }

    synchronized void leave(OpenConnection connection) {
        if (open.remove(connection)) {
            addresses.merge(connection.address(), -1, Integer::sum);
            addresses.remove(connection.address(), 0);
        }
    }

    int size() {
        return open.size();
    }

    /// Those there are now; others may come and go meanwhile.
    Iterable<OpenConnection> all() {
        return open;
    }
}
