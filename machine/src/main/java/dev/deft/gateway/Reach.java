package dev.deft.gateway;

import dev.deft.policy.HostRules;
import java.util.List;

/// How far commands reach: nowhere, to the hosts that are granted, or everywhere.
///
/// @param hosts patterns of hosts; `**` alone means everywhere
/// @param rules what may refuse some of them again
/// @param traffic told of every connection to a single host
public record Reach(List<String> hosts, HostRules rules, Traffic traffic) {

    public Reach {
        hosts = List.copyOf(hosts);
    }

    /// As far as the hosts that are granted.
    public Reach(List<String> hosts, Traffic traffic) {
        this(hosts, HostRules.none(), traffic);
    }

    public static Reach nowhere() {
        return new Reach(List.of(), Traffic.UNSEEN);
    }

    /// Whether nobody has to look at where connections go. A rule against one host takes that away:
    /// only a proxy can refuse it.
    public boolean everywhere() {
        return hosts.contains("**") && !rules.narrow();
    }

    /// Whether there are hosts to be reached, but not all of them.
    public boolean singleHosts() {
        return !hosts.isEmpty() && !everywhere();
    }
}
