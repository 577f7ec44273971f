package dev.deft.net;

import static dev.deft.net.NetworkFixture.get;
import static dev.deft.net.NetworkFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.os.CallLifetime;
import dev.deft.policy.HostRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// HTTP/2 with the server of Node.
@Tag("slow")
class HttpTwoTest {

    private static final String SERVER =
            """
            const http2 = require('http2'), fs = require('fs'), zlib = require('zlib');
            const server = http2.createSecureServer({pfx: fs.readFileSync(process.argv[1]), passphrase: 'changeit', allowHTTP1: true});
            const pages = {
              '/hello': (q, r) => r.end('hello over ' + q.httpVersion),
              '/echo': (q, r) => {
                let size = 0;
                q.on('data', d => size += d.length);
                q.on('end', () => r.end(q.method + ' ' + size + ' ' + JSON.stringify(q.headers)));
              },
              '/big': (q, r) => r.end('x'.repeat(5000000)),
              '/gzip': (q, r) => { r.setHeader('content-encoding', 'gzip'); r.end(zlib.gzipSync('squeezed '.repeat(1000))); },
              '/headers': (q, r) => {
                for (let i = 0; i < 40; i++) r.setHeader('x-' + i, ('value ' + i + ' ').repeat(100));
                r.setHeader('x-odd', '~!@#$%^&*()_+{}|:"<>?/.,[]');
                r.setHeader('set-cookie', ['a=1', 'b=2']);
                r.end('ok');
              },
              '/interim': (q, r) => { r.writeEarlyHints({link: '</a>; rel=preload'}); r.end('late'); },
              '/away': (q, r) => { r.writeHead(302, {location: '/hello'}); r.end(); },
              '/trailers': (q, r) => { r.addTrailers({'x-end': '1'}); r.end('body'); },
              '/reset': (q, r) => { r.write('some'); setTimeout(() => r.stream.close(2), 50); },
              '/empty': (q, r) => { r.writeHead(204); r.end(); },
              '/endless': (q, r) => { const f = () => { while (r.write('x'.repeat(65536))); r.once('drain', f); }; r.on('error', () => {}); f(); },
            };
            server.on('request', (q, r) => (pages[q.url] || pages['/hello'])(q, r));
            server.on('error', () => {});
            server.on('sessionError', () => {});
            server.listen(0, '127.0.0.1', () => console.log(server.address().port));
            process.stdin.on('end', () => process.exit()).resume();
            """;

    @TempDir static Path directory;

    private static Process server;
    private static Network network;
    private static String port;

    @BeforeAll
    static void serve() throws Exception {
        ServerIdentity identity = ServerIdentity.create(directory, "ip:127.0.0.1");
        server =
                new ProcessBuilder("node", "-e", SERVER, identity.store().toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        port =
                new BufferedReader(
                                new InputStreamReader(
                                        server.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
        SSLContext tls = identity.trusting();
        var routes =
                new Routes() {
                    @Override
                    public Optional<ProxyServer> proxy(HttpUrl url) {
                        return Optional.empty();
                    }

                    @Override
                    public SSLContext tls() {
                        return tls;
                    }

                    @Override
                    public Optional<String> certificateProblem(IOException error) {
                        return Optional.empty();
                    }
                };
        var grants = HostGrants.of(List.of("127.0.0.1"), HostRules.none(), NetworkFixture.NOBODY);
        network = new CallNetwork(grants, new Connector(routes), new CallLifetime());
    }

    @AfterAll
    static void stop() throws Exception {
        server.destroy();
        server.waitFor();
    }

    private static Network.Response fetch(String path) throws Exception {
        return network.send(get("https://127.0.0.1:%s%s".formatted(port, path)));
    }

    private static String text(Network.Response response) {
        return response.body().text(StandardCharsets.UTF_8);
    }

    @Test
    void isSpokenWhereTheServerCan() throws Exception {
        assertThat(text(fetch("/hello"))).isEqualTo("hello over 2.0");
        assertThat(text(fetch("/away"))).isEqualTo("hello over 2.0");
        assertThat(text(fetch("/interim"))).isEqualTo("late");
        assertThat(text(fetch("/trailers"))).isEqualTo("body");
        assertThat(fetch("/empty").status()).isEqualTo(204);
        assertThat(text(fetch("/gzip"))).isEqualTo("squeezed ".repeat(1_000));
    }

    @Test
    void sendsBodiesThatAreLargerThanTheWindow() throws Exception {
        Network.Response answer =
                network.send(
                        request(
                                "POST",
                                "https://127.0.0.1:%s/echo".formatted(port),
                                Map.of("X-Own", "grüß"),
                                Optional.of("y".repeat(3_000_000))));
        assertThat(text(answer))
                .startsWith("POST 3000000 {")
                .contains(
                        "\"x-own\":",
                        "\":authority\":\"127.0.0.1:" + port + "\"",
                        "\"user-agent\":\"Deft (tool runtime)\"");
    }

    @Test
    void readsManyAndLongHeaders() throws Exception {
        Network.Response answer = fetch("/headers");
        Map<String, List<String>> headers = new TreeMap<>(answer.headers());
        for (int i = 0; i < 40; i++) {
            String value = "value %d ".formatted(i).repeat(100).strip();
            assertThat(headers).containsEntry("x-" + i, List.of(value));
        }
        assertThat(headers)
                .containsEntry("x-odd", List.of("~!@#$%^&*()_+{}|:\"<>?/.,[]"))
                .containsEntry("set-cookie", List.of("a=1", "b=2"));
    }

    @Test
    void readsNoMoreThanWasAskedFor() throws Exception {
        for (String path : List.of("/big", "/endless")) {
            Network.Response answer = fetch(path);
            assertThat(answer.truncated()).as(path).isTrue();
            assertThat(answer.body().size()).as(path).isEqualTo(NetworkFixture.MOST);
        }
    }

    @Test
    void failsWhenTheServerResetsTheStream() {
        assertThatThrownBy(() -> fetch("/reset"))
                .hasMessageContaining("the server cancelled the request (HTTP/2 error 2)");
    }
}
