package dev.deft.agent.model.http;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;

/// Why a server's certificate was not accepted, and what to do about it.
enum CertificateError {
    UNTIMELY(
            "its certificate is not valid today. Check the clock of this machine, and tell whoever runs the server."),
    UNKNOWN(
            "nobody known here vouches for its certificate. Where that is meant to be, put the certificate of its authority into a file and name it in DEFT_CA_FILE."),
    ELSEWHERE("its certificate is for another name. Check the base URL.");

    private final String words;

    CertificateError(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /// Looks for the reason behind a handshake that failed.
    static Optional<CertificateError> behind(IOException trouble) {
        Optional<CertificateError> found = Optional.empty();
        for (Throwable it = trouble; it != null; it = it.getCause()) {
            if (it instanceof CertificateExpiredException
                    || it instanceof CertificateNotYetValidException) {
                return Optional.of(UNTIMELY);
            }
            if (it instanceof CertPathBuilderException) {
                found = Optional.of(UNKNOWN);
            } else if (it instanceof CertificateException && found.isEmpty()) {
                boolean named = String.valueOf(it.getMessage()).contains("name");
                found = Optional.of(named ? ELSEWHERE : UNKNOWN);
            }
        }
        return found;
    }
}
