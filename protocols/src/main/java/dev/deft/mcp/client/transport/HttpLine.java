package dev.deft.mcp.client.transport;

import dev.deft.mcp.oauth.RequestAuthorization;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// Sends HTTP requests to one server: with its headers and authorization, over the user's proxy.
///
/// Redirects are not followed: the headers are meant for the configured server alone.
public final class HttpLine implements AutoCloseable {

    private static final int MOST_CHALLENGES = 3;
    private static final int LONGEST_ERROR = 64 * 1024;
    private static final int SHOWN_ERROR = 300;

    private final URI address;
    private final Map<String, String> headers;
    private final RequestAuthorization authorization;
    private final HttpClient client;

    /// The address of a server and how to reach it.
    ///
    /// @param headers of every request
    public record Route(
            URI address,
            Map<String, String> headers,
            Optional<HttpProxy> proxy,
            Optional<SSLContext> tls,
            Duration connectTimeout) {

        public Route {
            headers = Map.copyOf(headers);
        }
    }

    /// A proxy between us and a server.
    ///
    /// @param credentials `user:password`
    public record HttpProxy(String host, int port, Optional<String> credentials) {}

    public HttpLine(Route route, RequestAuthorization authorization) {
        this.address = route.address();
        this.headers = route.headers();
        this.authorization = authorization;
        this.client = client(route);
    }

    private static HttpClient client(Route route) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(route.connectTimeout());
        route.tls().ifPresent(builder::sslContext);
        if (route.proxy().isPresent()) {
            HttpProxy proxy = route.proxy().get();
            builder.proxy(
                    ProxySelector.of(
                            InetSocketAddress.createUnresolved(proxy.host(), proxy.port())));
            proxy.credentials().ifPresent(it -> builder.authenticator(new ProxyAccess(it)));
        }
        return builder.build();
    }

    /// A text of the server without what only it may know.
    String masked(String text) {
        return authorization.masked(text);
    }

    URI address() {
        return address;
    }

    /// Posts a message to the address of the server.
    HttpResponse<InputStream> post(String message, Map<String, String> more)
            throws IOException, InterruptedException {
        return post(address, message, more);
    }

    HttpResponse<InputStream> post(URI to, String message, Map<String, String> more)
            throws IOException, InterruptedException {
        return send(
                to,
                it ->
                        it.header("Content-Type", "application/json")
                                .header("Accept", "application/json, text/event-stream")
                                .POST(HttpRequest.BodyPublishers.ofString(message)),
                more);
    }

    /// Asks for a stream of events.
    HttpResponse<InputStream> listen(Map<String, String> more)
            throws IOException, InterruptedException {
        return send(address, it -> it.header("Accept", "text/event-stream").GET(), more);
    }

    HttpResponse<InputStream> delete(Map<String, String> more)
            throws IOException, InterruptedException {
        return send(address, HttpRequest.Builder::DELETE, more);
    }

    private interface Kind {
        HttpRequest.Builder of(HttpRequest.Builder builder);
    }

    /// Sends a request again after each challenge that the authorization could meet.
    private HttpResponse<InputStream> send(URI to, Kind kind, Map<String, String> more)
            throws IOException, InterruptedException {
        for (int challenges = 0; ; challenges++) {
            Optional<String> granted = authorization.header();
            HttpResponse<InputStream> response = sendOnce(to, kind, more, granted);
            int status = response.statusCode();
            List<String> asked = response.headers().allValues("WWW-Authenticate");
            boolean challenge = status == 401 || status == 403;
            if (!challenge
                    || challenges >= MOST_CHALLENGES
                    || !authorization.challenged(status, asked, granted)) {
                return response;
            }
            response.body().close();
        }
    }

    private HttpResponse<InputStream> sendOnce(
            URI to, Kind kind, Map<String, String> more, Optional<String> granted)
            throws IOException, InterruptedException {
        try {
            HttpRequest.Builder builder = kind.of(HttpRequest.newBuilder(to));
            headers.forEach(builder::setHeader);
            more.forEach(builder::setHeader);
            granted.ifPresent(it -> builder.setHeader("Authorization", it));
            return client.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IllegalArgumentException e) {
            throw new IOException("A request could not be made: " + e.getMessage(), e);
        }
    }

    /// Whether a response is a stream of events.
    static boolean isStream(HttpResponse<?> response) {
        return type(response).startsWith("text/event-stream");
    }

    static boolean isJson(HttpResponse<?> response) {
        return type(response).startsWith("application/json");
    }

    private static String type(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Content-Type")
                .orElse("")
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    /// Reads a body of bounded length.
    ///
    /// @throws IOException if it is longer
    static String body(HttpResponse<InputStream> response, int maxBytes) throws IOException {
        try (InputStream in = response.body()) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new IOException(
                        "The server sent a message of more than %d MB.".formatted(maxBytes >> 20));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /// The beginning of the body of an error.
    static String errorText(HttpResponse<InputStream> response) throws IOException {
        try (InputStream in = response.body()) {
            return new String(in.readNBytes(LONGEST_ERROR), StandardCharsets.UTF_8);
        }
    }

    static HttpStatusException status(int status, String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return new HttpStatusException(
                status, line.length() > SHOWN_ERROR ? line.substring(0, SHOWN_ERROR) + "…" : line);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /// Gives the credentials of a proxy to that proxy only.
    private static final class ProxyAccess extends Authenticator {

        private final String credentials;

        ProxyAccess(String credentials) {
            this.credentials = credentials;
        }

        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            int colon = credentials.indexOf(':');
            boolean ours = getRequestorType() == RequestorType.PROXY;
            String user = colon < 0 ? credentials : credentials.substring(0, colon);
            String password = colon < 0 || !ours ? "" : credentials.substring(colon + 1);
            return new PasswordAuthentication(ours ? user : "", password.toCharArray());
        }
    }
}
