package dev.deft.server.listener;

import dev.deft.server.wire.IncomingHead;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// Where a request comes from.
///
/// @param secure whether the client speaks TLS, with us or with a trusted proxy
record ClientAddress(InetAddress address, boolean secure) {

    /// Believes what a trusted proxy says, and nobody else.
    static ClientAddress of(
            InetAddress peer, boolean tls, IncomingHead head, List<AddressRange> proxies) {
        if (!isTrusted(peer, proxies)) {
            return new ClientAddress(peer, tls);
        }
        boolean https =
                head.first("x-forwarded-proto").filter("https"::equalsIgnoreCase).isPresent();
        return new ClientAddress(client(peer, head, proxies), tls || https);
    }

    /// The last address that no trusted proxy has: those before it are only claimed.
    private static InetAddress client(
            InetAddress peer, IncomingHead head, List<AddressRange> proxies) {
        List<String> hops = new ArrayList<>();
        head.all("x-forwarded-for").forEach(it -> hops.addAll(List.of(it.split(",", -1))));
        InetAddress nearest = peer;
        for (String hop : hops.reversed()) {
            try {
                nearest = InetAddress.ofLiteral(hop.strip());
            } catch (IllegalArgumentException _) {
                return nearest;
            }
            if (!isTrusted(nearest, proxies)) {
                return nearest;
            }
        }
        return nearest;
    }

    static boolean isTrusted(InetAddress address, List<AddressRange> proxies) {
        return proxies.stream().anyMatch(it -> it.contains(address));
    }
}
