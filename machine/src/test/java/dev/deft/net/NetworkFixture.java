package dev.deft.net;

import dev.deft.host.Bytes;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.os.CallLifetime;
import dev.deft.policy.HostRules;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// Networks for tests.
final class NetworkFixture {

    static final int MOST = 1_000_000;
    static final Duration TIMEOUT = Duration.ofSeconds(20);

    /// Without a proxy, with the certificates of the system.
    static final Routes DIRECT =
            new Routes() {
                @Override
                public Optional<ProxyServer> proxy(HttpUrl url) {
                    return Optional.empty();
                }

                @Override
                public SSLContext tls() {
                    throw new IllegalStateException("no TLS in this test");
                }

                @Override
                public Optional<String> certificateProblem(IOException error) {
                    return Optional.empty();
                }
            };

    /// Knows no name.
    static final NameResolver NOBODY =
            name -> {
                throw new UnknownHostException(name);
            };

    private NetworkFixture() {}

    /// May reach the hosts of these patterns.
    static Network reaching(NameResolver resolver, String... patterns) {
        var grants = HostGrants.of(List.of(patterns), HostRules.none(), resolver);
        return new CallNetwork(grants, new Connector(DIRECT), new CallLifetime());
    }

    /// May reach one server.
    static Network reaching(RawServer server) {
        return reaching(NOBODY, "127.0.0.1:" + server.port());
    }

    static Network.Request get(String url) throws IOException {
        return request("GET", url, Map.of(), Optional.empty());
    }

    static Network.Request request(
            String method, String url, Map<String, String> headers, Optional<String> body)
            throws IOException {
        return new Network.Request(
                method, HttpUrl.parse(url).uri(), headers, body.map(Bytes::of), MOST, TIMEOUT);
    }
}
