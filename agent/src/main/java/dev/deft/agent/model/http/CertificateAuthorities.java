package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// TLS with additional certificate authorities, such as the one of a company.
public final class CertificateAuthorities {

    private CertificateAuthorities() {}

    /// Trusts the authorities of the system and those in a file.
    public static SSLContext with(Path file) throws ModelException {
        List<Certificate> trusted = new ArrayList<>(read(file));
        try {
            for (TrustManager it : managers(Optional.empty())) {
                if (it instanceof X509TrustManager known) {
                    trusted.addAll(List.of(known.getAcceptedIssuers()));
                }
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (Certificate it : trusted) {
                store.setCertificateEntry("trusted-" + store.size(), it);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(Optional.of(store)), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new ModelException(
                    Kind.REFUSED, "This Java cannot make secure connections: " + e.getMessage());
        }
    }

    private static TrustManager[] managers(Optional<KeyStore> store)
            throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store.orElse(null));
        return factory.getTrustManagers();
    }

    private static Collection<? extends Certificate> read(Path file) throws ModelException {
        try (InputStream in = Files.newInputStream(file)) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (!found.isEmpty()) {
                return found;
            }
        } catch (NoSuchFileException _) {
            throw unusable(file, "it is not there");
        } catch (CertificateException _) {
            throw unusable(file, "it does not hold certificates in the form PEM");
        } catch (IOException e) {
            throw unusable(file, String.valueOf(e.getMessage()));
        }
        throw unusable(file, "it is empty");
    }

    private static ModelException unusable(Path file, String why) {
        return new ModelException(
                Kind.REFUSED,
                "The certificates in %s cannot be used: %s. Check DEFT_CA_FILE, or ca_file in agent.json."
                        .formatted(file, why));
    }
}
