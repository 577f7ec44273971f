package dev.deft.server.listener;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import dev.deft.server.access.Principal;
import dev.deft.server.wire.WireExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request as handlers of the JDK's HTTP server see it.
final class ExchangeView extends HttpExchange {

    private final WireExchange exchange;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private final Optional<Principal> principal;
    private final URI uri;
    private final Headers requestHeaders = new Headers();
    private final Headers responseHeaders = new Headers();
    private final Map<String, Object> attributes = new HashMap<>();
    private InputStream input;
    private OutputStream output = OutputStream.nullOutputStream();
    private int status = -1;

    ExchangeView(
            WireExchange exchange,
            Optional<Principal> principal,
            InetSocketAddress remote,
            InetSocketAddress local,
            boolean secure) {
        super();
        this.exchange = exchange;
        this.principal = principal;
        this.remote = remote;
        this.local = local;
        this.uri = URI.create(exchange.head().target());
        this.input = exchange.body();
        exchange.head()
                .headers()
                .forEach((name, values) -> requestHeaders.put(name, new ArrayList<>(values)));
        SecurityHeaders.with(Map.of(), secure)
                .forEach((name, values) -> responseHeaders.put(name, new ArrayList<>(values)));
    }

    @Override
    public Headers getRequestHeaders() {
        return requestHeaders;
    }

    @Override
    public Headers getResponseHeaders() {
        return responseHeaders;
    }

    @Override
    public URI getRequestURI() {
        return uri;
    }

    @Override
    public String getRequestMethod() {
        return exchange.head().method();
    }

    @Override
    public HttpContext getHttpContext() {
        return new Context(uri.getRawPath());
    }

    @Override
    public void close() {
        try {
            output.close();
        } catch (IOException _) {
            exchange.last();
        }
    }

    @Override
    public InputStream getRequestBody() {
        return input;
    }

    @Override
    public OutputStream getResponseBody() {
        return output;
    }

    /// @param length as in the JDK: 0 for a body of unknown length, negative for none
    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        status = code;
        Map<String, List<String>> headers = new HashMap<>(responseHeaders);
        headers.remove("Content-length");
        headers.remove("Transfer-encoding");
        headers.remove("Connection");
        headers.remove("Date");
        if (length < 0) {
            exchange.send(code, headers, new byte[0]);
        } else {
            output = exchange.stream(code, headers);
        }
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return remote;
    }

    @Override
    public int getResponseCode() {
        return status;
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return local;
    }

    @Override
    public String getProtocol() {
        return "HTTP/1.1";
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public void setStreams(@Nullable InputStream in, @Nullable OutputStream out) {
        input = in == null ? input : in;
        output = out == null ? output : out;
    }

    @Override
    public @Nullable HttpPrincipal getPrincipal() {
        return principal.map(it -> new HttpPrincipal(it.name(), "deft")).orElse(null);
    }

    /// Where a handler is mounted: at the very path of the request.
    private static final class Context extends HttpContext {

        private final String path;

        Context(String path) {
            super();
            this.path = path;
        }

        @Override
        public HttpHandler getHandler() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setHandler(HttpHandler handler) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String getPath() {
            return path;
        }

        @Override
        public HttpServer getServer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, Object> getAttributes() {
            return Map.of();
        }

        @Override
        public List<Filter> getFilters() {
            return List.of();
        }

        @Override
        public Authenticator setAuthenticator(Authenticator authenticator) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Authenticator getAuthenticator() {
            throw new UnsupportedOperationException();
        }
    }
}
