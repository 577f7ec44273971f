package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/// What needs certificates that nobody can make for a test in a hurry; the rest is in [SecureTest].
class CertificateErrorTest {

    private static IOException handshake(CertificateException why) {
        var path = new CertPathValidatorException("validity check failed", why);
        return (IOException)
                new SSLHandshakeException("PKIX path validation failed")
                        .initCause(new CertificateException("PKIX path validation failed", path));
    }

    @Test
    void findsACertificateThatIsNotValidToday() {
        assertThat(CertificateError.of(handshake(new CertificateExpiredException("yesterday"))))
                .contains(CertificateError.EXPIRED);
        assertThat(CertificateError.of(handshake(new CertificateNotYetValidException("tomorrow"))))
                .contains(CertificateError.EXPIRED);
    }

    @Test
    void doesNotBlameACertificateForOtherTrouble() {
        assertThat(CertificateError.of(new SSLHandshakeException("no common protocol"))).isEmpty();
    }
}
