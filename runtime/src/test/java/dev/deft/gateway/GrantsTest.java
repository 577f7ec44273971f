package dev.deft.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsTest {

    private static Grants.Answer judge(String pattern, String host, int port) {
        return new Grants(List.of(pattern)).judge(host, port);
    }

    @Test
    void refuseAHostThatNoPatternNames() {
        assertThat(judge("example.org", "example.com", 443))
                .isEqualTo(new Grants.Answer.Refused("not granted"));
        assertThat(judge("8.8.8.8:53", "8.8.8.8", 443))
                .isEqualTo(new Grants.Answer.Refused("not granted"));
        assertThat(judge("*.8.8", "8.8.8.8.evil.test", 443))
                .isEqualTo(new Grants.Answer.Refused("not granted"));
    }

    @Test
    void giveTheAddressesThatWereChecked() {
        assertThat(judge("8.8.8.8", "8.8.8.8", 443))
                .isEqualTo(new Grants.Answer.Granted(List.of(InetAddress.ofLiteral("8.8.8.8"))));
    }

    @Test
    void refuseANameThatLeadsToThisMachine() {
        assertThat(judge("*", "localhost", 80)).isInstanceOf(Grants.Answer.Refused.class);
        assertThat(judge("**:80", "localhost", 80)).isInstanceOf(Grants.Answer.Refused.class);
        assertThat(judge("**:80", "127.0.0.1", 80)).isInstanceOf(Grants.Answer.Refused.class);
        assertThat(judge("**:80", "2130706433", 80)).isNotInstanceOf(Grants.Answer.Granted.class);
        assertThat(judge("**:80", "[::ffff:10.0.0.1]", 80))
                .isInstanceOf(Grants.Answer.Refused.class);
    }

    @Test
    void letThroughWhatIsGrantedInSoManyWords() {
        assertThat(judge("127.0.0.1:80", "127.0.0.1", 80))
                .isInstanceOf(Grants.Answer.Granted.class);
        assertThat(judge("127.0.0.1:80", "127.0.0.1", 81))
                .isInstanceOf(Grants.Answer.Refused.class);
        assertThat(judge("localhost:80", "localhost", 80))
                .isInstanceOf(Grants.Answer.Granted.class);
        assertThat(judge("[::1]:80", "[::1]", 80)).isInstanceOf(Grants.Answer.Granted.class);
        assertThat(new Grants(List.of("**:80", "10.1.2.3")).judge("10.1.2.3", 80))
                .isInstanceOf(Grants.Answer.Granted.class);
    }

    @Test
    void sayWhenThereIsNoSuchHost() {
        assertThat(judge("**:80", "no..such..host", 80))
                .isEqualTo(new Grants.Answer.Unknown("there is no such host"));
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
    void callNoAddressOfTheNeighborhoodPublic(String address) {
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
    void callTheOpenInternetPublic(String address) {
        assertThat(PublicAddress.is(InetAddress.ofLiteral(address))).isTrue();
    }
}
