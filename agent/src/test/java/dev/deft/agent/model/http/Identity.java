package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// Who a server says it is, with nobody to vouch for it but itself.
///
/// @param store its key, as PKCS12
/// @param certificate as PEM
public record Identity(Path store, Path certificate) {

    public static final String PASSWORD = "changeit";

    private static final String ALIAS = "it";

    /// Makes a new one, valid since yesterday.
    ///
    /// @param names such as `ip:127.0.0.1,dns:model.test`
    public static Identity create(Path directory, String names)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(directory, "identity");
        Path store = folder.resolve("key.p12");
        keytool(
                store,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=somebody",
                "-ext",
                "san=" + names,
                "-ext",
                "bc=ca:true",
                "-startdate",
                "-1d",
                "-validity",
                "2");
        return new Identity(store, exported(store, folder.resolve("certificate.pem")));
    }

    /// The same key with a certificate that was valid until the day before yesterday. The one that
    /// is valid vouches for it.
    ///
    /// @param names such as `ip:127.0.0.1`
    Identity expired(String names) throws IOException, InterruptedException {
        Path old = store.resolveSibling("expired.p12");
        Files.copy(store, old);
        keytool(old, "-selfcert", "-ext", "san=" + names, "-startdate", "-3d", "-validity", "1");
        return new Identity(old, certificate);
    }

    private static void keytool(Path store, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(words));
        command.addAll(List.of("-alias", ALIAS, "-storepass", PASSWORD));
        command.addAll(List.of("-keystore", store.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static Path exported(Path store, Path file) throws IOException {
        try {
            byte[] der = load(store).getCertificate(ALIAS).getEncoded();
            String lines = Base64.getMimeEncoder().encodeToString(der);
            return Files.writeString(
                    file,
                    "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n");
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return keys;
        }
    }

    ServerSocket listen() throws IOException {
        try {
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(load(store), PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return context.getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
