package dev.deft.net;

import dev.deft.host.ErrorCode;
import dev.deft.net.HostAccess.Refusal;
import dev.deft.policy.HostRules;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides which hosts may be connected to, by name and by resolved address.
public final class HostGrants {

    private final HostAccess access;
    private final LocalGrants local;
    private final NameResolver resolver;

    public HostGrants(HostAccess access, LocalGrants local, NameResolver resolver) {
        this.access = access;
        this.local = local;
        this.resolver = resolver;
    }

    /// For the hosts of a list of patterns, where no rule forbids them.
    public static HostGrants of(List<String> hosts, HostRules rules, NameResolver resolver) {
        List<HostPattern> patterns = hosts.stream().map(HostPattern::of).toList();
        return new HostGrants(
                HostAccess.granted(patterns, rules), new LocalGrants(patterns), resolver);
    }

    /// Whether a connection is allowed.
    public sealed interface Verdict {

        /// The connection is allowed.
        ///
        /// @param addresses the checked addresses; only these may be connected to
        record Granted(List<InetAddress> addresses) implements Verdict {

            public Granted {
                addresses = List.copyOf(addresses);
            }
        }

        /// The connection is refused.
        record Refused(Refusal why) implements Verdict {}

        record Unknown(String reason) implements Verdict {}
    }

    /// Checks the name, then each resolved address. Resolves the name only once, because a second
    /// lookup may return other addresses.
    public Verdict judge(String host, int port) throws InterruptedException {
        Optional<Refusal> against = access.byName(host + ":" + port);
        if (against.isPresent()) {
            return new Verdict.Refused(against.get());
        }
        if (local.refuses(host + ":" + port)) {
            return new Verdict.Refused(local(host, port));
        }
        List<InetAddress> all;
        try {
            Optional<InetAddress> literal = LocalGrants.literal(host);
            all = literal.isPresent() ? List.of(literal.get()) : resolver.addresses(host);
        } catch (UnknownHostException _) {
            return new Verdict.Unknown("unknown host");
        }
        return judge(host, port, all);
    }

    private Verdict judge(String host, int port, List<InetAddress> all) {
        List<InetAddress> open = new ArrayList<>();
        Optional<Refusal> forbidden = Optional.empty();
        for (InetAddress it : all) {
            Optional<Refusal> against = access.byAddress(spelled(it) + ":" + port);
            if (against.isPresent()) {
                forbidden = against;
            } else if (local.mayReach(host, it, port)) {
                open.add(it);
            }
        }
        if (!open.isEmpty()) {
            return new Verdict.Granted(open);
        }
        return new Verdict.Refused(forbidden.orElseGet(() -> local(spelled(all.getFirst()), port)));
    }

    private static Refusal local(String host, int port) {
        return new Refusal(
                ErrorCode.CAPABILITY_DENIED,
                "%s is an address of this machine or its network, which must be granted itself"
                        .formatted(host),
                "Whoever may grant it adds \"%s:%d\" to requires.net.hosts of the policy."
                        .formatted(host, port));
    }

    static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    static String spelled(InetAddress address) {
        return address instanceof Inet6Address
                ? "[" + address.getHostAddress() + "]"
                : address.getHostAddress();
    }
}
