package dev.deft.net;

import static dev.deft.net.NetworkFixture.get;
import static dev.deft.net.NetworkFixture.reaching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Network;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A name server that changes its answer between two look-ups gains nothing.
class RebindingTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static void assertInside(Network network, String url) {
        assertThatThrownBy(() -> network.send(get(url)))
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CAPABILITY_DENIED))
                .hasMessageContaining("must be granted itself");
    }

    /// 127.0.0.1 is granted and 127.0.0.2 is not, and a server listens on both. Whoever looked up
    /// the name a second time would connect to the other one.
    @Test
    void cannotMoveAConnectionAfterItWasJudged() throws Exception {
        try (var server = RawServer.sending(OK);
                var dns = new DnsServer(i -> List.of(i == 0 ? "127.0.0.1" : "127.0.0.2"))) {
            Network network = reaching(dns, "**", "127.0.0.1:" + server.port());
            String url = "http://rebinding.test:%d/".formatted(server.port());
            assertThat(network.send(get(url)).status()).isEqualTo(200);
            assertThat(dns.questions()).containsExactly("rebinding.test");
            assertThat(server.heads().getFirst()).contains("Host: rebinding.test:");
            assertInside(network, url);
            assertThat(dns.questions()).hasSize(2);
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void isJudgedAnewForEveryRedirect() throws Exception {
        try (var server = RawServer.sending("HTTP/1.1 302 Found\r\nLocation: /again\r\n\r\n");
                var dns = new DnsServer(i -> List.of(i < 3 ? "127.0.0.1" : "169.254.169.254"))) {
            Network network = reaching(dns, "**", "127.0.0.1:" + server.port());
            assertInside(network, "http://rebinding.test:%d/".formatted(server.port()));
            assertThat(dns.questions()).hasSize(4);
            assertThat(server.heads()).hasSize(3);
        }
    }

    @Test
    void cannotHideAnInnerAddressAmongOthers() throws Exception {
        try (var server = RawServer.sending(OK);
                var dns = new DnsServer(_ -> List.of("127.0.0.2", "10.0.0.1", "127.0.0.1"))) {
            Network network = reaching(dns, "**", "127.0.0.1:" + server.port());
            network.send(get("http://mixed.test:%d/".formatted(server.port())));
            assertThat(server.heads()).hasSize(1);
            assertInside(network, "http://mixed.test:%d/".formatted(server.port() + 1));
        }
    }

    @Test
    void isAskedNothingAboutAnAddress() throws Exception {
        try (var server = RawServer.sending(OK);
                var dns = new DnsServer(_ -> List.of())) {
            reaching(dns, "127.0.0.1").send(get(server.url("/")));
            assertThat(dns.questions()).isEmpty();
            assertThatThrownBy(() -> reaching(dns, "**").send(get("http://empty.test/")))
                    .hasMessageContaining("There is no host empty.test");
        }
    }
}
