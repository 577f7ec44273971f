package dev.deft.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// The certificate of a server on loopback; only itself vouches for it.
///
/// @param file the certificate, as PEM
/// @param context TLS for the server
record BenchCertificate(Path file, SSLContext context) {

    private static final String PASSWORD = "changeit";

    /// Makes a certificate and its key.
    ///
    /// @param directory for its files
    static BenchCertificate make(Path directory) throws IOException, InterruptedException {
        Path store = directory.resolve("key.p12");
        Path file = directory.resolve("certificate.pem");
        keytool(
                store,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=bench",
                "-ext",
                "san=ip:127.0.0.1");
        keytool(store, "-exportcert", "-rfc", "-file", file.toString());
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return new BenchCertificate(file, context);
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS for a server: " + e.getMessage(), e);
        }
    }

    private static void keytool(Path store, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(words));
        command.addAll(List.of("-storepass", PASSWORD, "-keystore", store.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + said.strip());
        }
    }
}
