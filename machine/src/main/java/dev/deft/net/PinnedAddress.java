package dev.deft.net;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.policy.HostRules;
import java.net.InetAddress;
import java.util.List;

/// The one address of a host that a program may connect to without the proxy.
public final class PinnedAddress {

    private PinnedAddress() {}

    /// Resolves a host once and checks the address as the proxy does.
    ///
    /// @return such as `192.0.2.1`, without brackets
    /// @throws HostException if the host may not be connected to, or is unknown
    public static String of(List<String> hosts, HostRules rules, String host, int port)
            throws HostException, InterruptedException {
        HostGrants grants = HostGrants.of(hosts, rules, NameResolver.SYSTEM);
        return switch (grants.judge(host, port)) {
            case HostGrants.Verdict.Granted(List<InetAddress> addresses) ->
                    addresses.getFirst().getHostAddress();
            case HostGrants.Verdict.Refused(HostAccess.Refusal why) ->
                    throw new HostException(
                            why.code(),
                            "%s:%d cannot be reached: %s. %s"
                                    .formatted(host, port, why.reason(), why.advice()));
            case HostGrants.Verdict.Unknown(String reason) ->
                    throw new HostException(
                            ErrorCode.UNAVAILABLE,
                            "%s cannot be reached: %s. Check the spelling, and the network of this machine."
                                    .formatted(host, reason));
        };
    }
}
