package dev.deft.agent.config;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/// `NO_PROXY`: host names, addresses and networks that are reached without a proxy.
final class NoProxy {

    private NoProxy() {}

    /// The host of a request.
    record Host(String name, int port) {

        /// The brackets of an IPv6 address belong to URLs only.
        Host {
            name = bare(name).toLowerCase(Locale.ROOT);
        }

        boolean isThisMachine() {
            return name.equals("localhost")
                    || name.endsWith(".localhost")
                    || literal(name).filter(InetAddress::isLoopbackAddress).isPresent();
        }
    }

    /// @param list entries separated by commas or blanks: `*`, a domain (which includes its
    ///   subdomains), an address, or a network such as `10.0.0.0/8`; all but networks may have a
    ///   port
    static boolean covers(String list, Host host) {
        for (String entry : list.toLowerCase(Locale.ROOT).split("[\\s,]+", -1)) {
            if (!entry.isEmpty() && matches(entry, host)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String entry, Host host) {
        int slash = entry.indexOf('/');
        if (slash > 0) {
            return isIn(entry.substring(0, slash), entry.substring(slash + 1), host.name());
        }
        int colon = entry.lastIndexOf(':');
        boolean ported = colon > 0 && (entry.indexOf(':') == colon || entry.charAt(0) == '[');
        if (ported && entry.charAt(colon - 1) != ':' && !entry.endsWith("]")) {
            return entry.substring(colon + 1).equals(Integer.toString(host.port()))
                    && isNamed(entry.substring(0, colon), host.name());
        }
        return isNamed(entry, host.name());
    }

    private static boolean isNamed(String entry, String name) {
        if (entry.equals("*")) {
            return true;
        }
        String bare = bare(entry);
        Optional<InetAddress> address = literal(bare);
        if (address.isPresent()) {
            return address.equals(literal(name));
        }
        String domain = bare.startsWith("*.") ? bare.substring(2) : bare;
        domain = domain.startsWith(".") ? domain.substring(1) : domain;
        return name.equals(domain) || name.endsWith("." + domain);
    }

    private static boolean isIn(String network, String bits, String name) {
        Optional<InetAddress> base = literal(bare(network));
        Optional<InetAddress> address = literal(name);
        if (base.isEmpty() || address.isEmpty() || !bits.matches("\\d{1,3}")) {
            return false;
        }
        byte[] left = base.get().getAddress();
        byte[] right = address.get().getAddress();
        int shared = Integer.parseInt(bits);
        if (left.length != right.length || shared > left.length * 8) {
            return false;
        }
        for (int bit = 0; bit < shared; bit++) {
            int mask = 0x80 >> bit % 8;
            if ((left[bit / 8] & mask) != (right[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static String bare(String name) {
        return name.startsWith("[") && name.endsWith("]")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    /// Parses an address literal, without a DNS lookup.
    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
