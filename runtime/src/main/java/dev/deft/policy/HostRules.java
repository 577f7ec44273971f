package dev.deft.policy;

import dev.deft.policy.RuleBook.Decision;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;

/// What the rules say to a command that reaches a host.
///
/// They only narrow: hosts are granted elsewhere. Rules about single tools do not count, since
/// those of a shell are about words. A rule that leaves a host to a person refuses it: nobody can
/// be asked while a command runs.
public record HostRules(RuleBook rules) {

    public static HostRules none() {
        return new HostRules(new RuleBook(List.of()));
    }

    /// Why a host is refused, if it is.
    ///
    /// @param place a name or an address, with its port
    public Optional<String> refusal(String place) {
        Decision decision = RuleBook.decided(general(), "", Touch.fetching(place));
        return decision.rule().filter(HostRules::narrows).map(HostRules::told);
    }

    /// Whether there is any rule that could refuse a host.
    public boolean mayRefuse() {
        return general().stream()
                .map(CompiledRule::rule)
                .anyMatch(it -> narrows(it) && isOfHosts(it));
    }

    private List<CompiledRule> general() {
        return rules.compiled().stream().filter(CompiledRule::isGeneral).toList();
    }

    private static boolean narrows(Rule rule) {
        return switch (rule.action()) {
            case ALLOW -> false;
            case ASK -> isOfTheNetwork(rule);
            case DENY -> true;
        };
    }

    private static boolean isOfTheNetwork(Rule rule) {
        return rule.permission().equals(Capability.NET_FETCH.wire());
    }

    /// A rule about everything may name a path or a command; no host has a slash or a blank in it.
    private static boolean isOfHosts(Rule rule) {
        return isOfTheNetwork(rule)
                || (rule.permission().equals("*")
                        && rule.pattern().indexOf('/') < 0
                        && rule.pattern().indexOf(' ') < 0);
    }

    private static String told(Rule rule) {
        String known = "the %s rule `%s` ".formatted(rule.scope().wire(), rule.text());
        return rule.action() == Action.DENY
                ? known + "forbids it"
                : known + "leaves it to a person, and nobody can be asked while a command runs";
    }
}
