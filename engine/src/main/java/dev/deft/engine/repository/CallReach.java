package dev.deft.engine.repository;

import dev.deft.policy.Action;
import dev.deft.policy.HostRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import dev.deft.proxy.ConnectionListener;
import dev.deft.proxy.NetworkReach;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The hosts that the program of one call can connect to: those it said it would touch, which the
/// gates have let pass.
///
/// A name that leads to an address of this machine or its network is refused, unless the policy
/// grants that address itself, as for every command.
public final class CallReach {

    private CallReach() {}

    public static NetworkReach of(
            List<Touch> touches,
            List<String> granted,
            RuleBook rules,
            ConnectionListener connections) {
        List<String> touched =
                touches.stream()
                        .filter(it -> it.capability() == Capability.NET_FETCH)
                        .map(Touch::subject)
                        .toList();
        if (touched.isEmpty()) {
            return NetworkReach.none();
        }
        List<String> hosts = new ArrayList<>(touched);
        granted.stream().filter(CallReach::isAddress).forEach(hosts::add);
        return new NetworkReach(hosts, new HostRules(answered(rules, touched)), connections);
    }

    private static boolean isAddress(String pattern) {
        return LocalGrants.literal(HostPattern.of(pattern).name()).isPresent();
    }

    /// Whoever was to be asked has been asked.
    private static RuleBook answered(RuleBook rules, List<String> touched) {
        Optional<RuleBook> outer = rules.outer().map(it -> answered(it, touched));
        List<Rule> known = new ArrayList<>();
        rules.list().stream().filter(it -> it.action() != Action.ASK).forEach(known::add);
        for (String it : touched) {
            known.add(new Rule(Scope.SESSION, Action.ALLOW, Capability.NET_FETCH.wire(), it));
        }
        return new RuleBook(known, SecretFiles.NONE, outer, List.of());
    }
}
