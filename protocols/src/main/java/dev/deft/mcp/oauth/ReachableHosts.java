package dev.deft.mcp.oauth;

import dev.deft.host.HttpUrl;
import dev.deft.net.HostAccess;
import dev.deft.net.HostGrants;
import dev.deft.net.NameResolver;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the requests of a sign-in may go. Addresses come from servers, so that one could lead to
/// services of this machine or its network.
///
/// @param local whether the server itself is on this machine
/// @param grants judges each host that is connected to
record ReachableHosts(boolean local, HostGrants grants) {

    private static final HostAccess ANY =
            new HostAccess() {
                @Override
                public Optional<Refusal> byName(String hostAndPort) {
                    return Optional.empty();
                }

                @Override
                public Optional<Refusal> byAddress(String hostAndPort) {
                    return Optional.empty();
                }
            };

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    /// For one server.
    ///
    /// @param named the addresses that the settings name: the user decided about them
    static ReachableHosts of(HttpUrl server, List<HttpUrl> named, NameResolver resolver)
            throws InterruptedException {
        List<HostPattern> patterns = new ArrayList<>();
        boolean local = isLoopback(server);
        if (local) {
            LOOPBACK.stream().map(HostPattern::of).forEach(patterns::add);
        }
        for (HttpUrl it : named) {
            patterns.add(HostPattern.of(it.hostAndPort()));
            for (InetAddress address : addresses(it, resolver)) {
                patterns.add(HostPattern.of(spelled(address) + ":" + it.port()));
            }
        }
        return new ReachableHosts(local, new HostGrants(ANY, new LocalGrants(patterns), resolver));
    }

    private static List<InetAddress> addresses(HttpUrl url, NameResolver resolver)
            throws InterruptedException {
        Optional<InetAddress> literal = LocalGrants.literal(url.host());
        if (literal.isPresent()) {
            return List.of(literal.get());
        }
        try {
            return resolver.addresses(url.host());
        } catch (UnknownHostException _) {
            return List.of();
        }
    }

    private static String spelled(InetAddress address) {
        return address instanceof Inet6Address
                ? "[" + address.getHostAddress() + "]"
                : address.getHostAddress();
    }

    /// Whether a URL is one of this machine, as far as it tells.
    static boolean isLoopback(HttpUrl url) {
        return url.host().equals("localhost")
                || LocalGrants.literal(url.host())
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }

    /// Why nothing is sent to an address; its host is looked up only when it is connected to.
    Optional<String> refusal(HttpUrl url) {
        if (isLoopback(url)) {
            return local
                    ? Optional.empty()
                    : Optional.of("only a server of this machine may name one of this machine");
        }
        return url.secure() ? Optional.empty() : Optional.of("it must begin with https://");
    }
}
