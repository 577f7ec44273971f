package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A listener with a certificate of its own.
class TlsListenerTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir private static Path stores;
    @TempDir private Path directory;
    private ListenerSettings.TlsFiles files =
            new ListenerSettings.TlsFiles(Path.of("cert.pem"), Path.of("key.pem"));

    /// Makes certificates for localhost with the keytool of this JDK.
    @BeforeAll
    static void certificates() throws IOException, InterruptedException {
        make("EC", "first");
        make("RSA", "second");
    }

    private static void make(String algorithm, String name)
            throws IOException, InterruptedException {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                algorithm,
                                "-alias",
                                "a",
                                "-dname",
                                "CN=" + name,
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1",
                                "-validity",
                                "3650",
                                "-keystore",
                                stores.resolve(name + ".p12").toString(),
                                "-storepass",
                                "changeit")
                        .redirectErrorStream(true)
                        .start();
        byte[] said = keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).as(new String(said, StandardCharsets.UTF_8)).isZero();
    }

    @BeforeEach
    void files() throws GeneralSecurityException, IOException {
        files =
                new ListenerSettings.TlsFiles(
                        directory.resolve("cert.pem"), directory.resolve("key.pem"));
        write("first");
    }

    private static KeyStore store(String name) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(stores.resolve(name + ".p12"))) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private void write(String name) throws GeneralSecurityException, IOException {
        KeyStore keys = store(name);
        pem(files.certificate(), "CERTIFICATE", keys.getCertificate("a").getEncoded());
        pem(files.key(), "PRIVATE KEY", keys.getKey("a", PASSWORD).getEncoded());
    }

    private static void pem(Path file, String type, byte[] bytes) throws IOException {
        String text =
                Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(bytes);
        Files.writeString(
                file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(type, text));
    }

    private ListenerSettings settings(ListenerLimits limits) {
        return new ListenerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of(files),
                Set.of(),
                List.of(),
                Set.of(),
                limits);
    }

    private static SSLContext trusting(String name) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry("a", store(name).getCertificate("a"));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static int status(ListenerFixture server, String certificate) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trusting(certificate)).build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(
                                    URI.create("https://localhost:" + server.port() + "/health"))
                            .build();
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.headers().firstValue("strict-transport-security")).isPresent();
            return response.statusCode();
        }
    }

    @Test
    void requestsAreAnsweredOverTls() throws Exception {
        try (var server = new ListenerFixture(directory, settings(ListenerLimits.usual()))) {
            assertThat(status(server, "first")).isEqualTo(200);
        }
    }

    @Test
    void aRenewedCertificateIsUsedWithoutARestart() throws Exception {
        try (var server = new ListenerFixture(directory, settings(ListenerLimits.usual()))) {
            assertThat(status(server, "first")).isEqualTo(200);
            Files.writeString(files.key(), "half written");
            touch(files.key());
            assertThat(status(server, "first")).isEqualTo(200);
            write("second");
            touch(files.certificate());
            assertThat(status(server, "second")).isEqualTo(200);
            assertThatThrownBy(() -> status(server, "first"))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(100)));
    }

    @Test
    void oldVersionsOfTlsAreNotSpoken() throws Exception {
        try (var server = new ListenerFixture(directory, settings(ListenerLimits.usual()));
                SSLSocket socket =
                        (SSLSocket)
                                trusting("first")
                                        .getSocketFactory()
                                        .createSocket("127.0.0.1", server.port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.1"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void handshakesThatTakeTooLongAreCutOff() throws IOException {
        var little = Duration.ofMillis(300);
        var times =
                new ListenerLimits.Times(
                        little,
                        Duration.ofMinutes(5),
                        little,
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(5));
        try (var server =
                        new ListenerFixture(
                                directory, settings(ListenerLimits.usual().with(times)));
                var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void filesThatCannotBeUsedAreNamed() throws IOException {
        Files.writeString(files.key(), "-----BEGIN RSA PRIVATE KEY-----\n");
        assertThatThrownBy(() -> new ListenerFixture(directory, settings(ListenerLimits.usual())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("key.pem")
                .hasMessageContaining("openssl pkcs8");
    }
}
