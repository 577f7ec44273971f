package dev.deft.agent.model.http;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;

/// Why a server's certificate was rejected, and what to do about it.
public enum CertificateError {
    EXPIRED(
            "its certificate is not valid today. Check the clock of this machine, and tell whoever runs the server."),
    UNTRUSTED(
            "nobody known here vouches for its certificate. Where that is meant to be, put the certificate of its authority into a file and name it in DEFT_CA_FILE."),
    WRONG_NAME("its certificate is for another name. Check the address.");

    private final String message;

    CertificateError(String words) {
        this.message = words;
    }

    /// What is wrong, and what to do.
    public String message() {
        return message;
    }

    /// Finds the cause of a failed handshake.
    public static Optional<CertificateError> of(IOException error) {
        Optional<CertificateError> found = Optional.empty();
        for (Throwable it = error; it != null; it = it.getCause()) {
            if (it instanceof CertificateExpiredException
                    || it instanceof CertificateNotYetValidException) {
                return Optional.of(EXPIRED);
            }
            if (it instanceof CertPathBuilderException) {
                found = Optional.of(UNTRUSTED);
            } else if (it instanceof CertificateException && found.isEmpty()) {
                boolean named = String.valueOf(it.getMessage()).contains("name");
                found = Optional.of(named ? WRONG_NAME : UNTRUSTED);
            }
        }
        return found;
    }
}
