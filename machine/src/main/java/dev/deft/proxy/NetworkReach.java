package dev.deft.proxy;

import dev.deft.policy.HostRules;
import java.util.List;

/// The hosts commands can connect to: none, the granted ones, or all.
///
/// @param hosts patterns of hosts; `**` means all
/// @param rules may refuse some of them
/// @param listener receives every connection through the proxy
public record NetworkReach(List<String> hosts, HostRules rules, ConnectionListener listener) {

    public NetworkReach {
        hosts = List.copyOf(hosts);
    }

    /// Without further rules.
    public NetworkReach(List<String> hosts, ConnectionListener listener) {
        this(hosts, HostRules.none(), listener);
    }

    public static NetworkReach none() {
        return new NetworkReach(List.of(), ConnectionListener.NONE);
    }

    /// Whether connections need no proxy. A rule against a single host needs one.
    public boolean isUnlimited() {
        return hosts.contains("**") && !rules.mayRefuse();
    }

    /// Whether there are granted hosts, but not all of them.
    public boolean isLimited() {
        return !hosts.isEmpty() && !isUnlimited();
    }
}
