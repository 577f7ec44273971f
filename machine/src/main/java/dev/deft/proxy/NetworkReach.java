package dev.deft.proxy;

import dev.deft.policy.HostRules;
import java.util.List;

/// How far commands reach: nowhere, to the hosts that are granted, or everywhere.
///
/// @param hosts patterns of hosts; `**` alone means everywhere
/// @param rules what may refuse some of them again
/// @param traffic told of every connection to a single host
public record NetworkReach(List<String> hosts, HostRules rules, ConnectionListener traffic) {

    public NetworkReach {
        hosts = List.copyOf(hosts);
    }

    /// As far as the hosts that are granted.
    public NetworkReach(List<String> hosts, ConnectionListener traffic) {
        this(hosts, HostRules.none(), traffic);
    }

    public static NetworkReach nowhere() {
        return new NetworkReach(List.of(), ConnectionListener.UNSEEN);
    }

    /// Whether nobody has to look at where connections go. A rule against one host takes that away:
    /// only a proxy can refuse it.
    public boolean everywhere() {
        return hosts.contains("**") && !rules.mayRefuse();
    }

    /// Whether there are hosts to be reached, but not all of them.
    public boolean singleHosts() {
        return !hosts.isEmpty() && !everywhere();
    }
}
