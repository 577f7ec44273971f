package dev.deft.net;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.net.http.HeadReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// Connects to servers, by the addresses that were judged and by no others.
///
/// Behind a proxy, a tunnel leads to the judged address. Only where this machine cannot resolve
/// names, and for plain `http`, does the proxy get the name; then it is the proxy that decides
/// where the name leads.
public final class Connector {

    private static final String HTTP_TWO = "h2";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    private final Routes routes;
    private final Duration idleTimeout;

    public Connector(Routes routes) {
        this(routes, IDLE_TIMEOUT);
    }

    /// For tests.
    Connector(Routes routes, Duration idleTimeout) {
        this.routes = routes;
        this.idleTimeout = idleTimeout;
    }

    /// An open connection.
    ///
    /// @param target of the request line
    /// @param headers for the proxy
    record Connection(Socket socket, String target, Map<String, String> headers)
            implements AutoCloseable {

        /// Whether both sides agreed on HTTP/2.
        boolean isHttpTwo() {
            return socket instanceof SSLSocket tls && HTTP_TWO.equals(tls.getApplicationProtocol());
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException _) {
                // Nobody reads from it any longer.
            }
        }
    }

    /// Whether there is a proxy for a URL.
    boolean isProxied(HttpUrl url) throws HostException {
        return routes.proxy(url).isPresent();
    }

    /// Connects to the first address that accepts.
    ///
    /// @param addresses none if only the proxy can resolve the name
    Connection connect(HttpUrl url, List<InetAddress> addresses) throws IOException {
        Optional<ProxyServer> proxy = routes.proxy(url);
        Socket socket =
                proxy.isPresent() ? dial(proxy.get()) : dial(addresses, url.hostAndPort(), url);
        try {
            socket.setSoTimeout(Math.toIntExact(idleTimeout.toMillis()));
            socket.setTcpNoDelay(true);
            if (!url.secure()) {
                return proxy.isPresent()
                        ? new Connection(socket, url.toString(), credentials(proxy.get()))
                        : new Connection(socket, url.target(), Map.of());
            }
            if (proxy.isPresent()) {
                Tunnel.open(socket, proxy.get(), tunnelTarget(url, addresses));
            }
            return new Connection(secured(socket, url), url.target(), Map.of());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String tunnelTarget(HttpUrl url, List<InetAddress> addresses) {
        return addresses.isEmpty()
                ? url.hostAndPort()
                : HostGrants.spelled(addresses.getFirst()) + ":" + url.port();
    }

    static Map<String, String> credentials(ProxyServer proxy) {
        return proxy.credentials().isEmpty()
                ? Map.of()
                : Map.of(
                        "proxy-authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(
                                                proxy.credentials()
                                                        .get()
                                                        .getBytes(StandardCharsets.UTF_8)));
    }

    private static Socket dial(ProxyServer proxy) throws IOException {
        var address = new InetSocketAddress(proxy.host(), proxy.port());
        if (address.isUnresolved()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The proxy %s is unknown. Check HTTPS_PROXY and HTTP_PROXY.".formatted(proxy));
        }
        try {
            return dial(address);
        } catch (IOException e) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The proxy %s cannot be reached (%s). Check HTTPS_PROXY and HTTP_PROXY."
                            .formatted(proxy, e.getMessage()));
        }
    }

    private static Socket dial(List<InetAddress> addresses, String shown, HttpUrl url)
            throws IOException {
        IOException last = new IOException("no address");
        for (InetAddress address : addresses) {
            try {
                return dial(new InetSocketAddress(address, url.port()));
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                last = e;
            }
        }
        throw unreachable(shown, last);
    }

    /// Not through a proxy of Java's own settings, which would look up the name again.
    private static Socket dial(InetSocketAddress address) throws IOException {
        var socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.connect(address, Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static HostException unreachable(String host, IOException why) {
        if (why instanceof SocketTimeoutException) {
            return new HostException(
                    ErrorCode.TIMEOUT,
                    "%s did not accept a connection within %d s. Check the address, or try again later."
                            .formatted(host, CONNECT_TIMEOUT.toSeconds()));
        }
        return why instanceof ConnectException
                        && String.valueOf(why.getMessage()).contains("refused")
                ? new HostException(
                        ErrorCode.UNAVAILABLE,
                        "%s refused the connection: nothing listens there. Check the port, and that the server runs."
                                .formatted(host))
                : new HostException(
                        ErrorCode.UNAVAILABLE,
                        "%s cannot be reached (%s). Check the address and the network of this machine."
                                .formatted(host, why.getMessage()));
    }

    private Socket secured(Socket plain, HttpUrl url) throws IOException {
        String host = HostGrants.unbracketed(url.host());
        var socket =
                (SSLSocket)
                        routes.tls().getSocketFactory().createSocket(plain, host, url.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {HTTP_TWO, "http/1.1"});
        socket.setSSLParameters(parameters);
        try {
            socket.startHandshake();
            return socket;
        } catch (SSLException e) {
            throw new HostException(ErrorCode.IO_ERROR, insecure(url, e));
        }
    }

    private String insecure(HttpUrl url, SSLException e) {
        Optional<String> certificate = routes.certificateProblem(e);
        if (certificate.isPresent()) {
            return "%s is not trusted: %s".formatted(url.hostAndPort(), certificate.get());
        }
        return String.valueOf(e.getMessage()).contains("Unsupported or unrecognized SSL message")
                ? "%s does not answer with TLS. Use http:// if that is intended."
                        .formatted(url.hostAndPort())
                : "The secure connection to %s failed: %s."
                        .formatted(url.hostAndPort(), e.getMessage());
    }

    /// A tunnel through a proxy.
    static final class Tunnel {

        private Tunnel() {}

        static void open(Socket socket, ProxyServer proxy, String target) throws IOException {
            var head = new StringBuilder("CONNECT " + target + " HTTP/1.1\r\nHost: " + target);
            credentials(proxy)
                    .forEach((name, value) ->
                            head.append("\r\n").append(name).append(": ").append(value));
            OutputStream out = socket.getOutputStream();
            out.write((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            int status = new HeadReader(socket.getInputStream()).read().status();
            if (status / 100 != 2) {
                throw new HostException(
                        ErrorCode.UNAVAILABLE,
                        status == 407
                                ? "The proxy %s asks for credentials. Put them into HTTPS_PROXY, as http://name:password@host:port."
                                        .formatted(proxy)
                                : "The proxy %s does not connect to %s (status %d)."
                                        .formatted(proxy, target, status));
            }
        }
    }
}
