package dev.deft.agent.model.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// TLS over open connections.
///
/// It asks for HTTP/1.1, which all known providers speak. Only a server that refuses it is asked
/// for HTTP/2.
final class TlsSockets {

    private static final String HTTP_ONE = "http/1.1";
    private static final String HTTP_TWO = "h2";

    /// A first message offers a key of this curve. Its tables take longer than the rest of a
    /// handshake.
    private static final String CURVE = "secp256r1";

    private final SSLContext context;
    private final Optional<BackgroundTrustManager> authorities;
    private volatile boolean httpTwo;

    private TlsSockets(SSLContext context, Optional<BackgroundTrustManager> authorities) {
        this.context = context;
        this.authorities = authorities;
    }

    /// TLS that trusts the authorities of the system. All clients share it, as they would the
    /// default of the JDK: a second connection goes on with a session of the first.
    private static final class SystemTls {

        static final BackgroundTrustManager AUTHORITIES =
                new BackgroundTrustManager(Optional.empty());
        static final SSLContext CONTEXT = prepared(AUTHORITIES);
    }

    /// @param file with further authorities
    static TlsSockets of(Optional<Path> file) throws IOException {
        if (file.isPresent()) {
            var authorities = new BackgroundTrustManager(file);
            return new TlsSockets(prepared(authorities), Optional.of(authorities));
        }
        if (System.getProperty("javax.net.ssl.keyStore") == null) {
            return new TlsSockets(SystemTls.CONTEXT, Optional.of(SystemTls.AUTHORITIES));
        }
        try {
            // A certificate of the user's own is known to the default only.
            return new TlsSockets(SSLContext.getDefault(), Optional.empty());
        } catch (NoSuchAlgorithmException e) {
            throw new SSLException("this Java cannot make secure connections", e);
        }
    }

    /// Two threads prepare what a first handshake needs: it takes most of the time to a first
    /// request.
    private static SSLContext prepared(BackgroundTrustManager authorities) {
        Thread.ofPlatform()
                .daemon()
                .name("certificate authorities")
                .start(() -> authorities.readAfter(TlsSockets::prepareKeys));
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {authorities}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    private static void prepareKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE));
            KeyPair _ = generator.generateKeyPair();
        } catch (GeneralSecurityException _) {
            // A Java without it offers other curves.
            return;
        }
    }

    /// What both sides agreed on.
    record Agreed(Socket socket, ModelConnection.Kind kind) {}

    /// The server speaks HTTP/2 only. The next connection asks for that.
    static final class OtherProtocolException extends IOException {

        private static final long serialVersionUID = 1L;

        OtherProtocolException(IOException cause) {
            super(cause);
        }
    }

    /// Makes a connection secure.
    ///
    /// @throws OtherProtocolException when another attempt would ask for HTTP/2
    Agreed agree(Socket plain, String host, int port) throws IOException {
        var socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        boolean two = httpTwo;
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {two ? HTTP_TWO : HTTP_ONE});
        if (isName(host)) {
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        socket.setSSLParameters(parameters);
        try {
            socket.startHandshake();
        } catch (SSLHandshakeException e) {
            throw authorities
                    .flatMap(BackgroundTrustManager::problem)
                    .orElseGet(() -> meant(e, two));
        }
        return new Agreed(
                socket,
                HTTP_TWO.equals(socket.getApplicationProtocol())
                        ? ModelConnection.Kind.HTTP_TWO
                        : ModelConnection.Kind.SECURE);
    }

    private IOException meant(SSLHandshakeException e, boolean two) {
        if (!two && String.valueOf(e.getMessage()).contains("no_application_protocol")) {
            httpTwo = true;
            return new OtherProtocolException(e);
        }
        return e;
    }

    /// Addresses are not sent as names.
    private static boolean isName(String host) {
        if (host.indexOf(':') >= 0) {
            return false;
        }
        for (int i = 0; i < host.length(); i++) {
            char it = host.charAt(i);
            if (it != '.' && (it < '0' || it > '9')) {
                return true;
            }
        }
        return false;
    }
}
