package dev.deft.agent.model.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// TLS over open connections.
///
/// It asks for HTTP/1.1, which all known providers speak. Only a server that refuses it is asked
/// for HTTP/2.
final class TlsSockets {

    private static final String HTTP_ONE = "http/1.1";
    private static final String HTTP_TWO = "h2";

    private final SSLContext context;
    private volatile boolean httpTwo;

    private TlsSockets(SSLContext context) {
        this.context = context;
    }

    /// @param authorities a file with further ones
    static TlsSockets of(Optional<Path> authorities) throws IOException {
        if (authorities.isPresent()) {
            return new TlsSockets(CertificateAuthorities.with(authorities.get()));
        }
        try {
            return new TlsSockets(SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new SSLException("this Java cannot make secure connections", e);
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
            throw meant(e, two);
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
