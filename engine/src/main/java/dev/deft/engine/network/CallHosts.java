package dev.deft.engine.network;

import dev.deft.host.ErrorCode;
import dev.deft.net.HostAccess;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import dev.deft.run.PreparedCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The hosts that one call may reach.
///
/// What the call touches was judged by the gates, and perhaps approved. Any other host, such as the
/// target of a redirect, is judged here by the same ceilings and rules; nobody can be asked about
/// it while the call runs.
final class CallHosts implements HostAccess {

    private static final String HTTP = ":80";
    private static final String HTTPS = ":443";

    private final PreparedCall<?> call;
    private final List<Ceiling> ceilings;
    private final RuleBook rules;
    private final List<HostPattern> granted;

    /// @param ceilings of the tool and of the agent
    /// @param granted the hosts of the agent's ceiling
    CallHosts(
            PreparedCall<?> call,
            List<Ceiling> ceilings,
            RuleBook rules,
            List<HostPattern> granted) {
        this.call = call;
        this.ceilings = ceilings;
        this.rules = rules;
        this.granted = granted;
    }

    /// What the call may reach of this machine and its network: what a ceiling or a rule names, and
    /// what the gates let through.
    LocalGrants local() {
        List<HostPattern> all = new ArrayList<>(granted);
        all.addAll(rules.allowedHosts(call.toolId()));
        touched().map(HostPattern::of).forEach(all::add);
        return new LocalGrants(all);
    }

    private Stream<String> touched() {
        return call.touches().stream()
                .filter(it -> it.capability() == Capability.NET_FETCH)
                .map(Touch::subject);
    }

    @Override
    public Optional<Refusal> byName(String hostAndPort) {
        Touch touch = Touch.fetching(hostAndPort);
        if (ceilings.stream().anyMatch(it -> !it.covers(touch))) {
            return Optional.of(
                    new Refusal(
                            ErrorCode.CAPABILITY_DENIED,
                            "it is outside what this call may use",
                            "Whoever may grant it adds \"%s\" to requires.net.hosts of the policy."
                                    .formatted(hostAndPort)));
        }
        RuleBook.Decision decision = rules.decide(call.toolId(), touch);
        return switch (decision.action()) {
            case ALLOW -> Optional.empty();
            case DENY -> decision.rule().map(CallHosts::forbidden);
            case ASK -> isApproved(hostAndPort) ? Optional.empty() : Optional.of(unasked());
        };
    }

    /// The same server over TLS counts as approved too.
    private boolean isApproved(String hostAndPort) {
        return touched()
                .anyMatch(it ->
                        it.equals(hostAndPort)
                                || (it.endsWith(HTTP)
                                        && hostAndPort.equals(
                                                it.substring(0, it.length() - HTTP.length())
                                                        + HTTPS)));
    }

    private static Refusal forbidden(Rule rule) {
        return Refusal.forbidden(
                "the %s rule `%s` forbids it".formatted(rule.scope().wire(), rule.text()));
    }

    private static Refusal unasked() {
        return new Refusal(
                ErrorCode.PERMISSION_DENIED,
                "no rule allows it, and nobody can be asked while the call runs",
                "Call the tool with that address, so that it is asked about.");
    }

    @Override
    public Optional<Refusal> byAddress(String hostAndPort) {
        RuleBook.Decision decision = rules.decide(call.toolId(), Touch.fetching(hostAndPort));
        return decision.action() == Action.DENY
                ? decision.rule().filter(RuleBook::namesAddress).map(CallHosts::forbidden)
                : Optional.empty();
    }
}
