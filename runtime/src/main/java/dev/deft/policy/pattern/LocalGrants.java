package dev.deft.policy.pattern;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The addresses of this machine and its network that may be reached: those that a pattern names
/// itself. A pattern for many hosts, or the name of a host that leads to such an address, grants
/// none of them.
///
/// @param patterns of hosts
public record LocalGrants(List<HostPattern> patterns) {

    private static final String LOCALHOST = "localhost";

    public LocalGrants {
        patterns = List.copyOf(patterns);
    }

    /// Whether an address may be reached: it is public, or granted.
    ///
    /// @param host the name that leads to it
    public boolean mayReach(String host, InetAddress address, int port) {
        return PublicAddress.is(address)
                || (isLocalhost(host) && names(host, port))
                || patterns.stream().anyMatch(it -> names(it, address, port));
    }

    /// Whether a host, as far as its name tells, is this machine or its network, and not granted.
    ///
    /// @param hostAndPort such as `127.0.0.1:8080`
    public boolean refuses(String hostAndPort) {
        HostPattern subject = HostPattern.of(hostAndPort);
        int port = subject.port().map(Integer::parseInt).orElse(0);
        Optional<InetAddress> address = literal(subject.name());
        return address.isPresent()
                ? !mayReach(subject.name(), address.get(), port)
                : isLocalhost(subject.name()) && !names(subject.name(), port);
    }

    /// Whether a name always means this machine.
    static boolean isLocalhost(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return plain.equals(LOCALHOST) || plain.endsWith("." + LOCALHOST);
    }

    private boolean names(String host, int port) {
        return patterns.stream()
                .anyMatch(it -> it.name().equalsIgnoreCase(host) && it.matches(host + ":" + port));
    }

    /// Whether a pattern is exactly this address.
    private static boolean names(HostPattern pattern, InetAddress address, int port) {
        return literal(pattern.name())
                        .filter(it -> Arrays.equals(it.getAddress(), address.getAddress()))
                        .isPresent()
                && pattern.matches(pattern.name() + ":" + port);
    }

    /// The address that a host is, without looking up a name.
    public static Optional<InetAddress> literal(String host) {
        String bare =
                host.startsWith("[") && host.endsWith("]")
                        ? host.substring(1, host.length() - 1)
                        : host;
        try {
            return Optional.of(InetAddress.ofLiteral(bare));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
