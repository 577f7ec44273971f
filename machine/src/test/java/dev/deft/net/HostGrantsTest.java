package dev.deft.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.HostRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.pattern.PublicAddress;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostGrantsTest {

    private static final HostGrants.Verdict NOT_GRANTED =
            new HostGrants.Verdict.Refused(HostAccess.Refusal.NOT_GRANTED);

    private static HostGrants.Verdict judge(String pattern, String host, int port)
            throws Exception {
        return grants(pattern).judge(host, port);
    }

    private static HostGrants grants(String... patterns) {
        return HostGrants.of(List.of(patterns), HostRules.none(), NameResolver.SYSTEM);
    }

    /// Everything is granted, and some of it forbidden again.
    private static HostGrants.Verdict judge(String rule, String host, String... addresses)
            throws Exception {
        var rules = new RuleBook(List.of(Rule.parse(Scope.PROJECT, rule)));
        return HostGrants.of(List.of("**"), new HostRules(rules), _ -> literals(addresses))
                .judge(host, 443);
    }

    private static List<InetAddress> literals(String... addresses) {
        return Stream.of(addresses).map(InetAddress::ofLiteral).toList();
    }

    @Test
    void refuseWhatARuleForbids() throws Exception {
        var forbidden =
                new HostGrants.Verdict.Refused(
                        HostAccess.Refusal.forbidden(
                                "the project rule `deny net.fetch *.example.org:443` forbids it"));
        String rule = "deny net.fetch *.example.org:443";
        for (String host : List.of("a.example.org", "A.Example.ORG", "a.b.example.org.")) {
            assertThat(judge(rule, host, "8.8.8.8")).as(host).isEqualTo(forbidden);
        }
        assertThat(judge(rule, "example.org", "8.8.8.8"))
                .isInstanceOf(HostGrants.Verdict.Granted.class);
    }

    @Test
    void refuseAnAddressThatARuleForbidsByWhateverName() throws Exception {
        assertThat(judge("deny net.fetch 8.8.8.8", "dns.test", "8.8.8.8"))
                .isInstanceOf(HostGrants.Verdict.Refused.class);
        assertThat(judge("deny net.fetch 8.8.8.8", "dns.test", "8.8.8.8", "8.8.4.4"))
                .isEqualTo(new HostGrants.Verdict.Granted(literals("8.8.4.4")));
        assertThat(judge("deny net.fetch [2606:4700:0::1111]:443", "dns.test", "2606:4700::1111"))
                .isInstanceOf(HostGrants.Verdict.Refused.class);
        assertThat(judge("deny net.fetch [::ffff:8.8.8.8]", "dns.test", "8.8.8.8"))
                .isInstanceOf(HostGrants.Verdict.Refused.class);
    }

    @Test
    void lookAtANameOnceAndConnectToWhatWasSeen() throws Exception {
        var asked = new AtomicInteger();
        NameResolver rebinding =
                _ -> literals(asked.getAndIncrement() == 0 ? "8.8.8.8" : "127.0.0.1");
        var grants = HostGrants.of(List.of("evil.test"), HostRules.none(), rebinding);

        assertThat(grants.judge("evil.test", 80))
                .isEqualTo(new HostGrants.Verdict.Granted(literals("8.8.8.8")));
        assertThat(asked).hasValue(1);
        assertThat(grants.judge("evil.test", 80)).isInstanceOf(HostGrants.Verdict.Refused.class);
    }

    @Test
    void passOverTheAddressesOfTheNeighborhoodThatANameHas() throws Exception {
        var grants =
                HostGrants.of(
                        List.of("mixed.test"),
                        HostRules.none(),
                        _ -> literals("169.254.169.254", "8.8.8.8", "::1"));
        assertThat(grants.judge("mixed.test", 80))
                .isEqualTo(new HostGrants.Verdict.Granted(literals("8.8.8.8")));
    }

    @Test
    void refuseAHostThatNoPatternNames() throws Exception {
        assertThat(judge("example.org", "example.com", 443)).isEqualTo(NOT_GRANTED);
        assertThat(judge("8.8.8.8:53", "8.8.8.8", 443)).isEqualTo(NOT_GRANTED);
        assertThat(judge("*.8.8", "8.8.8.8.evil.test", 443)).isEqualTo(NOT_GRANTED);
    }

    @Test
    void giveTheAddressesThatWereChecked() throws Exception {
        assertThat(judge("8.8.8.8", "8.8.8.8", 443))
                .isEqualTo(
                        new HostGrants.Verdict.Granted(List.of(InetAddress.ofLiteral("8.8.8.8"))));
    }

    @Test
    void refuseANameThatLeadsToThisMachine() throws Exception {
        assertThat(judge("*", "localhost", 80)).isInstanceOf(HostGrants.Verdict.Refused.class);
        assertThat(judge("**:80", "localhost", 80)).isInstanceOf(HostGrants.Verdict.Refused.class);
        assertThat(judge("**:80", "127.0.0.1", 80)).isInstanceOf(HostGrants.Verdict.Refused.class);
        assertThat(judge("**:80", "2130706433", 80))
                .isNotInstanceOf(HostGrants.Verdict.Granted.class);
        assertThat(judge("**:80", "[::ffff:10.0.0.1]", 80))
                .isInstanceOf(HostGrants.Verdict.Refused.class);
    }

    @Test
    void letThroughWhatIsGrantedInSoManyWords() throws Exception {
        assertThat(judge("127.0.0.1:80", "127.0.0.1", 80))
                .isInstanceOf(HostGrants.Verdict.Granted.class);
        assertThat(judge("127.0.0.1:80", "127.0.0.1", 81))
                .isInstanceOf(HostGrants.Verdict.Refused.class);
        assertThat(judge("localhost:80", "localhost", 80))
                .isInstanceOf(HostGrants.Verdict.Granted.class);
        assertThat(judge("[::1]:80", "[::1]", 80)).isInstanceOf(HostGrants.Verdict.Granted.class);
        assertThat(grants("**:80", "10.1.2.3").judge("10.1.2.3", 80))
                .isInstanceOf(HostGrants.Verdict.Granted.class);
    }

    @Test
    void sayWhenThereIsNoSuchHost() throws Exception {
        assertThat(judge("**:80", "no..such..host", 80))
                .isEqualTo(new HostGrants.Verdict.Unknown("unknown host"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::10.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "64:ff9b::a00:1",
                "64:ff9b:1::1",
                "2002:a00:1::",
                "2001::1",
                "2001:db8::1",
                "100::1",
                "3fff::1"
            })
    void callNoAddressOfTheNeighborhoodPublic(String address) throws Exception {
        assertThat(PublicAddress.is(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.17.0.1",
                "198.20.0.1",
                "223.255.255.1",
                "2606:4700::1111",
                "2a00:1450::1",
                "2001:4860::8888"
            })
    void callTheOpenInternetPublic(String address) throws Exception {
        assertThat(PublicAddress.is(InetAddress.ofLiteral(address))).isTrue();
    }
}
