package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.server.store.AuditLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a reverse proxy says of its clients.
class ReverseProxyTest {

    @TempDir private Path directory;

    private static ListenerSettings settings(List<AddressRange> proxies) {
        return new ListenerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                Set.of("deft.example"),
                proxies,
                Set.of("https://deft.example"),
                ListenerLimits.usual());
    }

    private static String login(ListenerFixture server, String... headers) throws IOException {
        String body = "token=" + server.token();
        return RawClient.exchange(
                server.port(),
                "POST /login HTTP/1.1\r\nHost: deft.example\r\n%sContent-Length: %d\r\n\r\n%s"
                        .formatted(RawClient.lines(headers), body.length(), body));
    }

    private static String client(ListenerFixture server) throws IOException {
        return server.audit().latest(0, 1).stream()
                .map(AuditLog.Act::detail)
                .findFirst()
                .orElse("");
    }

    @Test
    void aTrustedProxyIsBelieved() throws IOException {
        try (var server =
                new ListenerFixture(
                        directory, settings(List.of(AddressRange.parse("127.0.0.0/8"))))) {
            assertThat(
                            login(
                                    server,
                                    "X-Forwarded-Proto: https",
                                    "X-Forwarded-For: 6.6.6.6, 192.0.2.7, 127.0.0.9"))
                    .startsWith("HTTP/1.1 303 ")
                    .contains("; SameSite=Strict; Secure\r\n")
                    .contains("Strict-Transport-Security: max-age=");
            assertThat(client(server)).isEqualTo("from 192.0.2.7");
            assertThat(login(server, "X-Forwarded-For: nonsense")).doesNotContain("Secure");
            assertThat(client(server)).isEqualTo("from 127.0.0.1");
            assertThat(login(server, "X-Forwarded-Host: evil.example")).startsWith("HTTP/1.1 303 ");
        }
    }

    @Test
    void nobodyElseIs() throws IOException {
        try (var server =
                new ListenerFixture(
                        directory, settings(List.of(AddressRange.parse("192.0.2.1"))))) {
            assertThat(login(server, "X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.7"))
                    .startsWith("HTTP/1.1 303 ")
                    .doesNotContain("Secure\r\n", "Strict-Transport-Security");
            assertThat(client(server)).isEqualTo("from 127.0.0.1");
        }
    }

    @Test
    void thePublicAddressIsAnOriginOfOurs() throws IOException {
        try (var server = new ListenerFixture(directory, settings(List.of()))) {
            assertThat(
                            RawClient.exchange(
                                    server.port(),
                                    "GET /health HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin: https://deft.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(
                            RawClient.exchange(
                                    server.port(),
                                    "GET /health HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin: http://deft.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void rangesOfAddressesAreRead() {
        assertThat(AddressRange.parse("10.0.0.0/8").contains(InetAddress.ofLiteral("10.9.8.7")))
                .isTrue();
        assertThat(AddressRange.parse("10.0.0.0/9").contains(InetAddress.ofLiteral("10.128.0.1")))
                .isFalse();
        assertThat(AddressRange.parse("::1").contains(InetAddress.ofLiteral("::1"))).isTrue();
        assertThat(AddressRange.parse("0.0.0.0/0").contains(InetAddress.ofLiteral("::1")))
                .isFalse();
        for (String it : new String[] {"proxy.example", "10.0.0.0/33", "10.0.0.0/x", ""}) {
            assertThatThrownBy(() -> AddressRange.parse(it))
                    .as(it)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
