package dev.deft.server.listener;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Where a server listens, and as whom.
///
/// @param names under which clients may call it, besides its address: in lower case, without ports
/// @param proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed
/// @param origins of pages that may use it besides its own, such as the public address of a reverse
///   proxy that changes `Host`; without a slash at the end
public record ListenerSettings(
        InetSocketAddress address,
        Optional<TlsFiles> tls,
        Set<String> names,
        List<AddressRange> proxies,
        Set<String> origins,
        ListenerLimits limits) {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    public ListenerSettings {
        names = Set.copyOf(names);
        proxies = List.copyOf(proxies);
        origins = Set.copyOf(origins);
    }

    /// A certificate of the server's own, as PEM files.
    public record TlsFiles(Path certificate, Path key) {}

    /// On this machine only.
    ///
    /// @param port 0 for any that is free
    public static ListenerSettings loopback(int port) {
        return new ListenerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Optional.empty(),
                Set.of(),
                List.of(),
                Set.of(),
                ListenerLimits.usual());
    }

    /// The same with other limits.
    public ListenerSettings with(ListenerLimits other) {
        return new ListenerSettings(address, tls, names, proxies, origins, other);
    }

    /// Whether only programs on this machine can reach it.
    public boolean isLoopback() {
        InetAddress host = address.getAddress();
        return host != null && host.isLoopbackAddress();
    }

    /// All names under which it may be called.
    Set<String> allNames() {
        Set<String> all = new HashSet<>(LOOPBACK);
        names.forEach(it -> all.add(it.toLowerCase(Locale.ROOT)));
        all.add(ClientAddress.literal(address.getAddress()));
        all.add(address.getHostString().toLowerCase(Locale.ROOT));
        return all;
    }
}
