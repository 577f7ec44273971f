package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.ProviderException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nobody waits for authorities that are never read; handshakes are in [SecureTest].
class BackgroundTrustManagerTest {

    @TempDir Path directory;

    @Test
    void readsTheAuthoritiesEvenIfNoKeyCanBeMade() {
        var manager = new BackgroundTrustManager(Optional.of(directory.resolve("none.pem")));
        assertThat(manager.problem()).isEmpty();
        assertThatThrownBy(() ->
                        manager.readAfter(() -> {
                            throw new ProviderException("no such curve");
                        }))
                .isInstanceOf(ProviderException.class);

        assertThat(manager.problem()).isPresent();
        assertThatThrownBy(() -> manager.checkServerTrusted(new X509Certificate[0], "UNKNOWN"))
                .isInstanceOf(CertificateException.class);
    }
}
