package dev.deft.policy.pattern;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A host name, `*.example.org` for all names below it, or `**` for any, with an optional `:port`.
public record HostPattern(String name, Optional<String> port) {

    public HostPattern {
        name = name.startsWith("[") ? canonical(name) : name;
    }

    /// An IPv6 address can be written in many ways.
    private static String canonical(String name) {
        if (!name.endsWith("]") || name.indexOf(':') < 0) {
            return name;
        }
        try {
            InetAddress address = InetAddress.ofLiteral(name.substring(1, name.length() - 1));
            return address instanceof Inet6Address
                    ? "[" + address.getHostAddress() + "]"
                    : address.getHostAddress();
        } catch (IllegalArgumentException _) {
            return name;
        }
    }

    public static HostPattern of(String pattern) {
        String lower = pattern.toLowerCase(Locale.ROOT);
        int colon = lower.lastIndexOf(':');
        boolean hasPort =
                colon >= 0
                        && !lower.endsWith("]")
                        && lower.substring(colon + 1).chars().allMatch(Character::isDigit);
        return hasPort
                ? new HostPattern(
                        lower.substring(0, colon), Optional.of(lower.substring(colon + 1)))
                : new HostPattern(lower, Optional.empty());
    }

    /// The patterns for what two lists have in common. An address of this machine or its network
    /// counts only where both lists name it.
    public static List<HostPattern> common(List<HostPattern> some, List<HostPattern> others) {
        List<HostPattern> common = new ArrayList<>();
        for (HostPattern one : some) {
            for (HostPattern other : others) {
                one.and(other).filter(it -> !common.contains(it)).ifPresent(common::add);
            }
        }
        return common;
    }

    private Optional<HostPattern> and(HostPattern other) {
        if (port.isPresent() && other.port.isPresent() && !port.equals(other.port)) {
            return Optional.empty();
        }
        Optional<String> both = narrower(name, other.name).or(() -> narrower(other.name, name));
        return both.map(it -> new HostPattern(it, port.or(other::port)));
    }

    /// The second name, if the first stands for it too.
    private static Optional<String> narrower(String wide, String name) {
        if (wide.equals(name)) {
            return Optional.of(name);
        }
        boolean named = LocalGrants.literal(name).isPresent() || LocalGrants.isLocalhost(name);
        boolean covered =
                wide.equals("**") || (wide.startsWith("*.") && name.endsWith(wide.substring(1)));
        return covered && !named ? Optional.of(name) : Optional.empty();
    }

    /// The pattern as it is written.
    public String text() {
        return name + port.map(it -> ":" + it).orElse("");
    }

    public boolean matches(String subject) {
        HostPattern host = of(subject);
        if (port.isPresent() && !port.equals(host.port)) {
            return false;
        }
        if (name.equals("**")) {
            return true;
        }
        String wanted =
                host.name.endsWith(".")
                        ? host.name.substring(0, host.name.length() - 1)
                        : host.name;
        return name.startsWith("*.")
                ? wanted.endsWith(name.substring(1)) && wanted.length() >= name.length()
                : wanted.equals(name);
    }
}
