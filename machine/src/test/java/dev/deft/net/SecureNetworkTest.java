package dev.deft.net;

import static dev.deft.net.NetworkFixture.get;
import static dev.deft.net.NetworkFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.os.CallLifetime;
import dev.deft.policy.HostRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// TLS and proxies, without and with each other.
class SecureNetworkTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /// A public address, which these tests never really connect to.
    private static final NameResolver PUBLIC = _ -> List.of(InetAddress.ofLiteral("93.184.216.34"));

    @TempDir static Path directory;

    private static ServerIdentity identity;

    @BeforeAll
    static void makeIdentity() throws Exception {
        identity = ServerIdentity.create(directory, "ip:127.0.0.1,dns:secure.test");
    }

    private record TestRoutes(Optional<ProxyServer> proxy, SSLContext tls) implements Routes {

        @Override
        public Optional<ProxyServer> proxy(HttpUrl url) {
            return proxy;
        }

        @Override
        public Optional<String> certificateProblem(IOException error) {
            return Optional.empty();
        }
    }

    private static Network network(
            Optional<ProxyServer> proxy, SSLContext tls, NameResolver resolver) {
        var grants = HostGrants.of(List.of("**", "127.0.0.1"), HostRules.none(), resolver);
        return new CallNetwork(
                grants, new Connector(new TestRoutes(proxy, tls)), new CallLifetime());
    }

    private static Network trusting() throws Exception {
        return network(
                Optional.empty(),
                identity.trusting(),
                _ -> List.of(InetAddress.ofLiteral("127.0.0.1")));
    }

    private static RawServer secure(String response) throws Exception {
        return RawServer.secure(
                identity.serving(),
                (_, _, out) -> out.write(response.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void trustsWhomItIsToldToTrust() throws Exception {
        try (var server = secure(OK)) {
            for (String host : List.of("127.0.0.1", "secure.test")) {
                Network.Response response =
                        trusting().send(get("https://%s:%d/".formatted(host, server.port())));
                assertThat(response.body().text(StandardCharsets.UTF_8)).isEqualTo("ok");
            }
        }
    }

    @Test
    void trustsNobodyElse() throws Exception {
        try (var server = secure(OK)) {
            Network system =
                    network(
                            Optional.empty(),
                            SSLContext.getDefault(),
                            _ -> List.of(InetAddress.ofLiteral("127.0.0.1")));
            assertThatThrownBy(() -> system.send(get("https://secure.test:" + server.port())))
                    .hasMessageContaining("The secure connection to secure.test:");
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void comparesTheNameInTheCertificateWithTheOneInTheUrl() throws Exception {
        try (var server = secure(OK)) {
            assertThatThrownBy(() -> trusting().send(get("https://other.test:" + server.port())))
                    .hasMessageContaining("The secure connection to other.test:")
                    .hasMessageContaining("other.test");
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void saysThatAServerDoesNotSpeakTls() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual()
                    .start(() -> {
                        try (Socket socket = listener.accept()) {
                            socket.getOutputStream()
                                    .write("220 smtp.test\r\n".getBytes(StandardCharsets.US_ASCII));
                            copy(socket.getInputStream(), socket);
                        } catch (IOException _) {
                            // The test is over.
                        }
                    });
            String url = "https://127.0.0.1:" + listener.getLocalPort();
            assertThatThrownBy(() -> trusting().send(get(url)))
                    .hasMessageContaining("does not answer with TLS. Use http://");
        }
    }

    /// Answers `CONNECT`, then connects to a server of the test, wherever it should have gone.
    private static RawServer proxy(RawServer server) throws Exception {
        return new RawServer((head, in, out) -> {
            if (!head.startsWith("CONNECT ")) {
                out.write(OK.getBytes(StandardCharsets.US_ASCII));
                return;
            }
            try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
                out.write("HTTP/1.1 200 Fine\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                Thread.ofVirtual().start(() -> copy(in, socket));
                socket.getInputStream().transferTo(out);
            }
        });
    }

    private static void copy(InputStream in, Socket socket) {
        try {
            OutputStream out = socket.getOutputStream();
            in.transferTo(out);
            socket.shutdownOutput();
        } catch (IOException _) {
            // The test is over.
        }
    }

    private static Optional<ProxyServer> at(RawServer proxy) {
        return Optional.of(new ProxyServer("127.0.0.1", proxy.port(), Optional.of("ada:p@ss")));
    }

    @Test
    void goesThroughAProxyToTheAddressThatWasJudged() throws Exception {
        try (var server = secure(OK);
                var proxy = proxy(server)) {
            Network network = network(at(proxy), identity.trusting(), PUBLIC);
            assertThat(network.send(get("https://secure.test/x")).status()).isEqualTo(200);
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it.lines())
                                    .containsExactly(
                                            "CONNECT 93.184.216.34:443 HTTP/1.1",
                                            "Host: 93.184.216.34:443",
                                            "proxy-authorization: Basic YWRhOnBAc3M=",
                                            ""));
            assertThat(server.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it)
                                    .startsWith("GET /x HTTP/1.1\r\nHost: secure.test\r\n")
                                    .doesNotContainIgnoringCase("proxy"));
        }
    }

    @Test
    void letsTheProxyResolveWhatThisMachineCannot() throws Exception {
        try (var server = secure(OK);
                var proxy = proxy(server)) {
            Network network = network(at(proxy), identity.trusting(), NetworkFixture.NOBODY);
            network.send(get("https://secure.test/x"));
            assertThat(proxy.heads().getFirst()).startsWith("CONNECT secure.test:443 ");
        }
    }

    @Test
    void judgesAddressesBeforeTheProxyIsAsked() throws Exception {
        try (var proxy = RawServer.sending(OK)) {
            Network network =
                    network(
                            at(proxy),
                            identity.trusting(),
                            _ -> List.of(InetAddress.ofLiteral("10.0.0.1")));
            assertThatThrownBy(() -> network.send(get("https://secure.test/x")))
                    .hasMessageContaining("must be granted itself");
            assertThatThrownBy(() -> network.send(get("http://169.254.169.254/")))
                    .hasMessageContaining("must be granted itself");
            assertThat(proxy.heads()).isEmpty();
        }
    }

    @Test
    void asksTheProxyForPlainUrls() throws Exception {
        try (var proxy = RawServer.sending(OK)) {
            Network network = network(at(proxy), identity.trusting(), PUBLIC);
            network.send(
                    request("GET", "http://plain.test/a?b", Map.of("X-A", "1"), Optional.empty()));
            assertThat(proxy.heads().getFirst())
                    .startsWith("GET http://plain.test/a?b HTTP/1.1\r\nHost: plain.test\r\n")
                    .contains("Proxy-Authorization: Basic YWRhOnBAc3M=\r\n", "X-A: 1\r\n");
        }
    }

    @Test
    void saysWhenTheProxyRefuses() throws Exception {
        try (var proxy = RawServer.sending("HTTP/1.1 407 Who?\r\n\r\n")) {
            Network network = network(at(proxy), identity.trusting(), PUBLIC);
            assertThatThrownBy(() -> network.send(get("https://secure.test/")))
                    .hasMessageContaining("asks for credentials")
                    .hasMessageNotContaining("p@ss");
        }
        try (var proxy = RawServer.sending("HTTP/1.1 403 No\r\n\r\n")) {
            Network network = network(at(proxy), identity.trusting(), PUBLIC);
            assertThatThrownBy(() -> network.send(get("https://secure.test/")))
                    .hasMessageContaining("does not connect to 93.184.216.34:443 (status 403)");
        }
    }
}
