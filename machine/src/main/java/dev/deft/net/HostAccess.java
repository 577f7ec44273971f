package dev.deft.net;

import dev.deft.host.ErrorCode;
import dev.deft.policy.HostRules;
import dev.deft.policy.pattern.HostPattern;
import java.util.List;
import java.util.Optional;

/// Says which hosts may be connected to: by the name that was asked for, and by the addresses it
/// leads to.
public interface HostAccess {

    /// Why a host is refused.
    ///
    /// @param advice a sentence that says what to do
    record Refusal(ErrorCode code, String reason, String advice) {

        private static final String HOW_TO_GRANT = "Grant hosts with net.hosts in the policy.";

        static final Refusal NOT_GRANTED =
                new Refusal(ErrorCode.CAPABILITY_DENIED, "not granted", HOW_TO_GRANT);

        /// A rule forbids it.
        public static Refusal forbidden(String reason) {
            return new Refusal(ErrorCode.PERMISSION_DENIED, reason, "Do it another way.");
        }
    }

    /// Why the host that was asked for is refused.
    Optional<Refusal> byName(String hostAndPort);

    /// Why an address that it leads to is refused.
    Optional<Refusal> byAddress(String hostAndPort);

    /// Access to granted hosts, where no rule forbids them.
    static HostAccess granted(List<HostPattern> patterns, HostRules rules) {
        return new HostAccess() {
            @Override
            public Optional<Refusal> byName(String hostAndPort) {
                return patterns.stream().noneMatch(it -> it.matches(hostAndPort))
                        ? Optional.of(Refusal.NOT_GRANTED)
                        : rules.refusal(hostAndPort).map(Refusal::forbidden);
            }

            @Override
            public Optional<Refusal> byAddress(String hostAndPort) {
                return rules.refusalOfAddress(hostAndPort).map(Refusal::forbidden);
            }
        };
    }
}
