package dev.deft.gateway;

import java.util.List;

/// How far commands reach: nowhere, to the hosts that are granted, or everywhere.
///
/// @param hosts patterns of hosts; `**` alone means everywhere
/// @param traffic told of every connection to a single host
public record Reach(List<String> hosts, Traffic traffic) {

    public Reach {
        hosts = List.copyOf(hosts);
    }

    public static Reach nowhere() {
        return new Reach(List.of(), Traffic.UNSEEN);
    }

    public boolean everywhere() {
        return hosts.contains("**");
    }

    /// Whether there are hosts to be reached, but not all of them.
    public boolean singleHosts() {
        return !hosts.isEmpty() && !everywhere();
    }
}
