package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelSettings;
import dev.deft.net.http.HeadReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens connections to the server of one model, directly or through a proxy.
///
/// Nothing of TLS is loaded for a plain address: that takes longer than the rest of the start.
final class ConnectionOpener {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final long MILLI = 1_000_000;

    private final ModelSettings.Route route;
    private final ModelSettings settings;
    private final Duration timeout;
    private @Nullable TlsSockets tls;

    /// @param timeout for a connection, with everything that belongs to it
    ConnectionOpener(ModelSettings settings, Duration timeout) {
        this.route = settings.route();
        this.settings = settings;
        this.timeout = timeout;
    }

    /// Connects.
    ///
    /// @throws TunnelException when a proxy refuses
    ModelConnection open(URI address) throws IOException {
        Optional<ModelSettings.Proxy> proxy = proxy(address);
        if (address.getScheme().equalsIgnoreCase("https")) {
            return openSecure(address, proxy);
        }
        SocketChannel channel = dial(address, HTTP_PORT, proxy);
        return new ModelConnection(
                channel,
                channel.socket(),
                proxy.isPresent() ? ModelConnection.Kind.PROXIED : ModelConnection.Kind.PLAIN);
    }

    /// The proxy of the settings, else that of Java's system properties.
    private Optional<ModelSettings.Proxy> proxy(URI address) {
        String property = address.getScheme().toLowerCase(Locale.ROOT) + ".proxyHost";
        if (route.proxy().isPresent() || System.getProperty(property) == null) {
            return route.proxy();
        }
        for (Proxy it : ProxySelector.getDefault().select(address)) {
            if (it.type() == Proxy.Type.HTTP && it.address() instanceof InetSocketAddress at) {
                return Optional.of(
                        new ModelSettings.Proxy(
                                at.getHostString(), at.getPort(), Optional.empty()));
            }
        }
        return Optional.empty();
    }

    private ModelConnection openSecure(URI address, Optional<ModelSettings.Proxy> proxy)
            throws IOException {
        TlsSockets sockets = tls();
        SocketChannel channel = dial(address, HTTPS_PORT, proxy);
        try {
            channel.socket().setSoTimeout(Math.toIntExact(timeout.toMillis()));
            int port = port(address, HTTPS_PORT);
            if (proxy.isPresent()) {
                openTunnel(channel.socket(), address.getHost() + ":" + port);
            }
            TlsSockets.Agreed agreed = sockets.agree(channel.socket(), plainHost(address), port);
            return new ModelConnection(channel, agreed.socket(), agreed.kind());
        } catch (TlsSockets.OtherProtocolException _) {
            channel.close();
            return openSecure(address, proxy);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private synchronized TlsSockets tls() throws IOException {
        TlsSockets made = tls;
        if (made == null) {
            made = TlsSockets.of(route.authorities());
            tls = made;
        }
        return made;
    }

    /// Without the brackets of an address of IPv6.
    private static String plainHost(URI address) {
        String host = address.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(URI address, int usual) {
        return address.getPort() < 0 ? usual : address.getPort();
    }

    private SocketChannel dial(URI address, int usualPort, Optional<ModelSettings.Proxy> proxy)
            throws IOException {
        return proxy.isPresent()
                ? dial(proxy.get().host(), proxy.get().port())
                : dial(plainHost(address), port(address, usualPort));
    }

    /// Tries all addresses of a host; they share the time.
    private SocketChannel dial(String host, int port) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        InetAddress[] addresses = addresses(host);
        IOException last = new ConnectException("no address");
        for (int i = 0; i < addresses.length; i++) {
            long left = Math.max(1, (deadline - System.nanoTime()) / MILLI);
            try {
                return dial(
                        new InetSocketAddress(addresses[i], port),
                        (int) Math.max(1, left / (addresses.length - i)));
            } catch (SocketTimeoutException _) {
                last = new ConnectTimeoutException();
            } catch (IOException e) {
                last = refused(e);
            }
        }
        throw last;
    }

    private static InetAddress[] addresses(String host) throws ConnectException {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw refused(e);
        }
    }

    private static SocketChannel dial(InetSocketAddress address, int millis) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, millis);
            channel.socket().setTcpNoDelay(true);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static ConnectException refused(IOException why) {
        if (why instanceof ConnectException it) {
            return it;
        }
        var refused = new ConnectException(why.getMessage());
        refused.initCause(why);
        return refused;
    }

    private void openTunnel(Socket socket, String target) throws IOException {
        var head = new StringBuilder("CONNECT ");
        head.append(target).append(" HTTP/1.1\r\nHost: ").append(target).append("\r\n");
        Optional<String> authorization = HttpRequests.proxyAuthorization(settings);
        if (authorization.isPresent()) {
            head.append("Proxy-Authorization: ").append(authorization.get()).append("\r\n");
        }
        OutputStream out = socket.getOutputStream();
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        // Not buffered: what follows belongs to TLS.
        int status = new HeadReader(socket.getInputStream()).read().status();
        if (status / 100 != 2) {
            throw new TunnelException(status);
        }
    }
}
