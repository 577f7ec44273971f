package dev.deft.server.listener;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/// A certificate and its key from PEM files. When the files are renewed, new connections get the
/// new certificate.
final class TlsCertificate {

    private static final Pattern KEY =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private final ListenerSettings.TlsFiles files;
    private List<FileTime> stamp;
    private SSLSocketFactory sockets;

    /// @throws IOException with a sentence for people if the files cannot be used
    TlsCertificate(ListenerSettings.TlsFiles files) throws IOException {
        this.files = files;
        this.stamp = stamp();
        this.sockets = load();
    }

    /// While a renewal is half done, the certificate before it goes on being used.
    synchronized SSLSocketFactory sockets() {
        try {
            List<FileTime> now = stamp();
            if (!now.equals(stamp)) {
                sockets = load();
                stamp = now;
            }
        } catch (IOException _) {
            return sockets;
        }
        return sockets;
    }

    private List<FileTime> stamp() throws IOException {
        return List.of(
                Files.getLastModifiedTime(files.certificate()),
                Files.getLastModifiedTime(files.key()));
    }

    private SSLSocketFactory load() throws IOException {
        char[] none = new char[0];
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, none);
            store.setKeyEntry("deft", key(), none, certificates());
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, none);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The certificate %s and the key %s cannot be used: %s"
                            .formatted(files.certificate(), files.key(), e.getMessage()),
                    e);
        }
    }

    private Certificate[] certificates() throws IOException, GeneralSecurityException {
        byte[] pem = read(files.certificate());
        Collection<? extends Certificate> chain =
                CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(pem));
        if (chain.isEmpty()) {
            throw new IOException(files.certificate() + " has no certificate in PEM.");
        }
        return chain.toArray(Certificate[]::new);
    }

    private PrivateKey key() throws IOException, GeneralSecurityException {
        Path file = files.key();
        Matcher pem = KEY.matcher(new String(read(file), StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new IOException(
                    "%s has no key in PKCS #8 without a password; make one with: openssl pkcs8 -topk8 -nocrypt -in %s"
                            .formatted(file, file));
        }
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException _) {
                // The next one may fit.
            }
        }
        throw new IOException(file + " has a key that is neither RSA, nor EC, nor EdDSA.");
    }

    private static byte[] read(Path file) throws IOException {
        return Files.readAllBytes(file);
    }
}
