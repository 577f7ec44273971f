package dev.deft.engine.network;

import dev.deft.host.Network;
import dev.deft.net.CallNetwork;
import dev.deft.net.Connector;
import dev.deft.net.HostGrants;
import dev.deft.net.NameResolver;
import dev.deft.os.CallLifetime;
import dev.deft.policy.Ceiling;
import dev.deft.policy.RuleBook;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.PreparedCall;
import java.util.List;
import java.util.function.Supplier;

/// Opens the network of a session's calls.
///
/// @param granted the hosts of the agent's ceiling
/// @param connector shared by all sessions of a root, and opened on first use
public record SessionNetwork(
        Ceiling agent,
        RuleBook rules,
        PatternVariables variables,
        List<String> granted,
        Supplier<Connector> connector) {

    public SessionNetwork {
        granted = List.copyOf(granted);
    }

    /// The network of one call.
    public Network open(PreparedCall<?> call, CallLifetime lifetime) {
        Ceiling tool = Ceiling.of(call.tool().spec().requires(), variables);
        var hosts =
                new CallHosts(
                        call,
                        List.of(tool, agent),
                        rules,
                        granted.stream().map(HostPattern::of).toList());
        var grants = new HostGrants(hosts, hosts.local(), NameResolver.SYSTEM);
        return new CallNetwork(grants, connector.get(), lifetime);
    }
}
