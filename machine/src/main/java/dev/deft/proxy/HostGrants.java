package dev.deft.proxy;

import dev.deft.policy.HostRules;
import dev.deft.policy.pattern.HostPattern;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Decides which hosts may be connected to, by name and by resolved address.
final class HostGrants {

    private static final String HOW_TO_GRANT = "Grant hosts with net.hosts in the policy.";

    private final List<HostPattern> patterns;
    private final HostRules rules;
    private final Resolver resolver;

    HostGrants(List<String> hosts, HostRules rules) {
        this(hosts, rules, InetAddress::getAllByName);
    }

    HostGrants(List<String> hosts, HostRules rules, Resolver resolver) {
        this.patterns = hosts.stream().map(HostPattern::of).toList();
        this.rules = rules;
        this.resolver = resolver;
    }

    /// Resolves host names.
    @FunctionalInterface
    interface Resolver {

        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    /// Whether a connection is allowed.
    sealed interface Verdict {

        /// The connection is allowed.
        ///
        /// @param addresses the checked addresses; only these may be connected to
        record Granted(List<InetAddress> addresses) implements Verdict {

            public Granted {
                addresses = List.copyOf(addresses);
            }
        }

        /// The connection is refused.
        ///
        /// @param advice a sentence that says what to do
        record Refused(String reason, String advice) implements Verdict {}

        record Unknown(String reason) implements Verdict {}
    }

    /// Checks the name, then each resolved address. Resolves the name only once, because a second
    /// lookup may return other addresses.
    Verdict judge(String host, int port) {
        if (patterns.stream().noneMatch(it -> it.matches(host + ":" + port))) {
            return new Verdict.Refused("not granted", HOW_TO_GRANT);
        }
        Optional<String> forbidden = rules.refusal(host + ":" + port);
        if (forbidden.isPresent()) {
            return forbidden(forbidden.get());
        }
        List<InetAddress> all;
        try {
            all = List.of(resolver.addresses(unbracketed(host)));
        } catch (UnknownHostException _) {
            return new Verdict.Unknown("unknown host");
        }
        return judge(host, port, all);
    }

    private Verdict judge(String host, int port, List<InetAddress> all) {
        List<InetAddress> open = new ArrayList<>();
        Optional<String> forbidden = Optional.empty();
        for (InetAddress it : all) {
            Optional<String> against = rules.refusal(spelled(it) + ":" + port);
            if (against.isPresent()) {
                forbidden = against;
            } else if (mayReach(host, it, port)) {
                open.add(it);
            }
        }
        if (!open.isEmpty()) {
            return new Verdict.Granted(open);
        }
        return forbidden.map(HostGrants::forbidden).orElseGet(() -> closed(all.getFirst()));
    }

    private static Verdict forbidden(String reason) {
        return new Verdict.Refused(reason, "Do it another way.");
    }

    private static Verdict closed(InetAddress address) {
        return new Verdict.Refused(
                "%s is an address of this machine or its network, which must be granted itself"
                        .formatted(address.getHostAddress()),
                HOW_TO_GRANT);
    }

    private static String spelled(InetAddress address) {
        return address instanceof Inet6Address
                ? "[" + address.getHostAddress() + "]"
                : address.getHostAddress();
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

    /// Whether a pattern is exactly this address.
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
