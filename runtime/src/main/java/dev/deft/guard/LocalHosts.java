package dev.deft.guard;

import dev.deft.policy.RuleBook;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Says which requests lead to this machine or its network without a ceiling or a rule that names
/// the address itself. It looks up no name: where a name leads is judged when the call connects.
///
/// @param granted the hosts of the agent's ceiling
/// @param rules the rules of the session
public record LocalHosts(List<String> granted, RuleBook rules) {

    public LocalHosts {
        granted = List.copyOf(granted);
    }

    /// None is granted.
    static LocalHosts none() {
        return new LocalHosts(List.of(), new RuleBook(List.of()));
    }

    Optional<String> denial(String toolId, Touch touch) {
        return touch.capability() == Capability.NET_FETCH && grants(toolId).refuses(touch.subject())
                ? Optional.of(denial(touch.subject()))
                : Optional.empty();
    }

    private LocalGrants grants(String toolId) {
        List<HostPattern> all = new ArrayList<>(rules.allowedHosts(toolId));
        granted.stream().map(HostPattern::of).forEach(all::add);
        return new LocalGrants(all);
    }

    private static String denial(String host) {
        return host
                + " is an address of this machine or its network, which must be granted itself:"
                + " by \""
                + host
                + "\" in requires.net.hosts of a policy, or by a rule, as with"
                + " `deft policy add allow net.fetch "
                + host
                + "`.";
    }
}
