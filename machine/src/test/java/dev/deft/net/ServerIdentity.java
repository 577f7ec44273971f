package dev.deft.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Who a server says it is, with nobody to vouch for it but itself.
///
/// @param store its key, as PKCS12
record ServerIdentity(Path store) {

    static final String PASSWORD = "changeit";
    private static final String ALIAS = "it";

    /// @param names such as `ip:127.0.0.1,dns:secure.test`
    static ServerIdentity create(Path directory, String names)
            throws IOException, InterruptedException {
        Path store = Files.createTempDirectory(directory, "identity").resolve("key.p12");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-J-XX:TieredStopAtLevel=1",
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=somebody",
                                "-ext",
                                "san=" + names,
                                "-startdate",
                                "-1d",
                                "-validity",
                                "2",
                                "-alias",
                                ALIAS,
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return new ServerIdentity(store);
    }

    /// For the server.
    SSLContext serving() throws IOException, GeneralSecurityException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /// For a client that trusts this server and no other.
    SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, load().getCertificate(ALIAS));
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return keys;
        }
    }
}
