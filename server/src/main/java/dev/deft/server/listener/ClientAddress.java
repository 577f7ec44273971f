package dev.deft.server.listener;

import dev.deft.server.wire.IncomingHead;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/// Where a request comes from.
///
/// @param secure whether the client speaks TLS, with us or with a trusted proxy
/// @param local the address of ours that it connected to
record ClientAddress(InetAddress address, boolean secure, InetAddress local) {

    /// Believes what a trusted proxy says, and nobody else.
    static ClientAddress of(
            Socket socket, boolean tls, IncomingHead head, List<AddressRange> proxies) {
        InetAddress peer = socket.getInetAddress();
        if (!isTrusted(peer, proxies)) {
            return new ClientAddress(peer, tls, socket.getLocalAddress());
        }
        boolean https =
                head.first("x-forwarded-proto").filter("https"::equalsIgnoreCase).isPresent();
        return new ClientAddress(
                client(peer, head, proxies), tls || https, socket.getLocalAddress());
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

    /// An address as it stands in addresses of pages.
    static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        String plain = zone < 0 ? text : text.substring(0, zone);
        return plain.indexOf(':') < 0 ? plain : "[" + plain + "]";
    }
}
