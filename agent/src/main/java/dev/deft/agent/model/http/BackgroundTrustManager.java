package dev.deft.agent.model.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts the certificate authorities of the system, and those in a file. It reads them on another
/// thread: a handshake needs them only when the certificate of the server has come.
final class BackgroundTrustManager extends X509ExtendedTrustManager {

    private final FutureTask<X509ExtendedTrustManager> reading;

    /// @param file with further authorities
    BackgroundTrustManager(Optional<Path> file) {
        this.reading = new FutureTask<>(() -> CertificateAuthorities.manager(file));
    }

    /// Reads the authorities after something else, even if that fails: whoever needs them waits.
    void readAfter(Runnable other) {
        try {
            other.run();
        } finally {
            reading.run();
        }
    }

    /// Why the authorities cannot be read; empty if they can, or are not read yet.
    Optional<IOException> problem() {
        return reading.state() == FutureTask.State.FAILED
                        && reading.exceptionNow() instanceof IOException it
                ? Optional.of(it)
                : Optional.empty();
    }

    private X509ExtendedTrustManager manager() throws CertificateException {
        try {
            return reading.get();
        } catch (ExecutionException e) {
            throw new CertificateException("the certificate authorities cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CertificateException("the connection was abandoned", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        manager().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        manager().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        manager().checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        manager().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        manager().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        manager().checkClientTrusted(chain, type);
    }

    /// What a server would name to its clients. This is for clients.
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
