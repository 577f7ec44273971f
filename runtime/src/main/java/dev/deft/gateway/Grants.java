package dev.deft.gateway;

import dev.deft.guard.HostPattern;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Which hosts may be connected to, by name and by the address behind the name.
final class Grants {

    private final List<HostPattern> patterns;

    Grants(List<String> hosts) {
        this.patterns = hosts.stream().map(HostPattern::of).toList();
    }

    /// What becomes of a wish to connect.
    sealed interface Answer {

        /// Yes.
        ///
        /// @param addresses the ones that were checked: these are to be connected to, and no others
        record Granted(List<InetAddress> addresses) implements Answer {

            public Granted {
                addresses = List.copyOf(addresses);
            }
        }

        record Refused(String reason) implements Answer {}

        record Unknown(String reason) implements Answer {}
    }

    Answer judge(String host, int port) {
        if (patterns.stream().noneMatch(it -> it.matches(host + ":" + port))) {
            return new Answer.Refused("not granted");
        }
        List<InetAddress> all;
        try {
            all = List.of(InetAddress.getAllByName(unbracketed(host)));
        } catch (UnknownHostException _) {
            return new Answer.Unknown("there is no such host");
        }
        List<InetAddress> open = all.stream().filter(it -> mayReach(host, it, port)).toList();
        return open.isEmpty()
                ? new Answer.Refused(
                        "%s is an address of this machine or its network, which needs a grant of its own"
                                .formatted(all.getFirst().getHostAddress()))
                : new Answer.Granted(open);
    }

    private boolean mayReach(String host, InetAddress address, int port) {
        return PublicAddress.is(address)
                || (host.equalsIgnoreCase("localhost") && isNamed(host, port))
                || patterns.stream().anyMatch(it -> names(it, address, port));
    }

    private boolean isNamed(String host, int port) {
        return patterns.stream()
                .anyMatch(it -> it.name().equals(host) && it.matches(host + ":" + port));
    }

    /// Whether a pattern is this very address, written out.
    private static boolean names(HostPattern pattern, InetAddress address, int port) {
        return literal(pattern.name())
                        .filter(it -> Arrays.equals(it.getAddress(), address.getAddress()))
                        .isPresent()
                && pattern.matches(pattern.name() + ":" + port);
    }

    private static Optional<InetAddress> literal(String name) {
        try {
            return Optional.of(InetAddress.ofLiteral(unbracketed(name)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }
}
