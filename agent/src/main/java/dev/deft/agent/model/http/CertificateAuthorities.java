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
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS with additional certificate authorities, such as the one of a company.
public final class CertificateAuthorities {

    private CertificateAuthorities() {}

    /// Trusts the authorities of the system and those in a file.
    public static SSLContext with(Path file) throws ModelException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager(Optional.of(file))}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
    }

    /// Trusts the authorities of the system, and those in a file.
    static X509ExtendedTrustManager manager(Optional<Path> file) throws ModelException {
        List<Certificate> further =
                file.isPresent() ? new ArrayList<>(read(file.get())) : List.of();
        try {
            X509ExtendedTrustManager system = manager((KeyStore) null);
            return further.isEmpty() ? system : manager(joined(further, system));
        } catch (GeneralSecurityException | IOException e) {
            throw impossible(e);
        }
    }

    private static KeyStore joined(List<Certificate> further, X509TrustManager system)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Certificate it : further) {
            store.setCertificateEntry("trusted-" + store.size(), it);
        }
        for (Certificate it : system.getAcceptedIssuers()) {
            store.setCertificateEntry("trusted-" + store.size(), it);
        }
        return store;
    }

    private static ModelException impossible(Exception why) {
        return new ModelException(
                Kind.REFUSED, "This Java cannot make secure connections: " + why.getMessage());
    }

    /// @param store without it, the authorities of the system
    private static X509ExtendedTrustManager manager(@Nullable KeyStore store)
            throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager it : factory.getTrustManagers()) {
            if (it instanceof X509ExtendedTrustManager manager) {
                return manager;
            }
        }
        throw new GeneralSecurityException("it has no certificate authorities");
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
