package dev.deft.policy;

import dev.deft.policy.RuleBook.Decision;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;

/// Applies the rules to hosts that commands connect to.
///
/// They only narrow: the ceiling grants hosts. Rules about single tools do not count, since those
/// of a shell match words. A rule that asks denies the host: nobody can be asked while a command
/// runs.
public record HostRules(RuleBook rules) {

    public static HostRules none() {
        return new HostRules(new RuleBook(List.of()));
    }

    /// Why a host is denied; absent if it is not.
    ///
    /// @param host a name or an address, with its port
    public Optional<String> refusal(String host) {
        Decision decision = RuleBook.decide(general(), "", Touch.fetching(host));
        return decision.rule()
                .filter(HostRules::narrows)
                .map(HostRules::message)
                .or(() -> outer().flatMap(it -> it.refusal(host)));
    }

    private Optional<HostRules> outer() {
        return rules.outer().map(HostRules::new);
    }

    /// Why an address that a host leads to is denied. Only a rule that names the address counts:
    /// one about many hosts is about their names.
    ///
    /// @param address with its port
    public Optional<String> refusalOfAddress(String address) {
        Decision decision = RuleBook.decide(general(), "", Touch.fetching(address));
        return decision.rule()
                .filter(it -> narrows(it) && RuleBook.namesAddress(it))
                .map(HostRules::message)
                .or(() -> outer().flatMap(it -> it.refusalOfAddress(address)));
    }

    /// Whether a rule could deny a host.
    public boolean mayRefuse() {
        return general().stream()
                        .map(CompiledRule::rule)
                        .anyMatch(it -> narrows(it) && isAboutHosts(it))
                || outer().filter(HostRules::mayRefuse).isPresent();
    }

    private List<CompiledRule> general() {
        return rules.compiled().stream().filter(CompiledRule::isGeneral).toList();
    }

    private static boolean narrows(Rule rule) {
        return switch (rule.action()) {
            case ALLOW -> false;
            case ASK -> isAboutNetwork(rule);
            case DENY -> true;
        };
    }

    private static boolean isAboutNetwork(Rule rule) {
        return rule.permission().equals(Capability.NET_FETCH.wire());
    }

    /// A rule with the permission `*` may be about a path or a command; a host has no slash and no
    /// blank.
    private static boolean isAboutHosts(Rule rule) {
        return isAboutNetwork(rule)
                || (rule.permission().equals("*")
                        && rule.pattern().indexOf('/') < 0
                        && rule.pattern().indexOf(' ') < 0);
    }

    private static String message(Rule rule) {
        String start = "the %s rule `%s` ".formatted(rule.scope().wire(), rule.text());
        return rule.action() == Action.DENY
                ? start + "forbids it"
                : start + "requires approval, and nobody can be asked while a command runs";
    }
}
