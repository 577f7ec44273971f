package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.ModelSettings;
import dev.deft.net.http.HeaderSyntax;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds the HTTP request from the settings.
final class HttpRequests {

    private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

    private HttpRequests() {}

    static OutgoingRequest of(
            ModelSettings settings, Wire wire, ErrorMessages messages, RequestBody body)
            throws ModelException {
        return post(settings, wire, wire.path(), "text/event-stream", messages, body);
    }

    static OutgoingRequest get(
            ModelSettings settings, Wire wire, String path, String accepted, ErrorMessages messages)
            throws ModelException {
        return request("GET", settings, wire, path, accepted, messages, RequestBody.EMPTY);
    }

    static OutgoingRequest post(
            ModelSettings settings,
            Wire wire,
            String path,
            String accepted,
            ErrorMessages messages,
            RequestBody body)
            throws ModelException {
        return request("POST", settings, wire, path, accepted, messages, body);
    }

    private static OutgoingRequest request(
            String method,
            ModelSettings settings,
            Wire wire,
            String path,
            String accepted,
            ErrorMessages messages,
            RequestBody body)
            throws ModelException {
        Optional<URI> address = address(settings, path);
        if (address.isEmpty()) {
            throw new ModelException(Kind.REFUSED, messages.badAddress(base(settings)));
        }
        Map<String, String> headers = headers(settings, wire, accepted);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            check(header.getKey(), header.getValue(), messages);
        }
        if (settings.key().isPresent()) {
            String key = settings.key().get();
            if (!HeaderSyntax.isValue(key)) {
                throw new ModelException(Kind.DENIED, messages.badKey());
            }
            showKey(headers, settings.auth(), key);
        }
        Optional<String> own = Optional.ofNullable(headers.remove(PROXY_AUTHORIZATION));
        return new OutgoingRequest(
                method, address.get(), headers, proxyAuthorization(settings).or(() -> own), body);
    }

    /// The header with which a proxy is told who asks.
    static Optional<String> proxyAuthorization(ModelSettings settings) {
        Optional<String> credentials =
                settings.route().proxy().flatMap(ModelSettings.Proxy::credentials);
        if (credentials.isPresent()) {
            byte[] plain = credentials.get().getBytes(StandardCharsets.UTF_8);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(plain));
        }
        return Optional.empty();
    }

    private static String base(ModelSettings settings) {
        String base = settings.baseUrl().strip();
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        return base;
    }

    /// The address of a path below the base URL; empty if the base URL is none.
    static Optional<URI> address(ModelSettings settings, String path) {
        try {
            URI address = URI.create(base(settings) + path);
            String scheme = String.valueOf(address.getScheme());
            if ((scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                    && address.getHost() != null) {
                return Optional.of(URI.create(address.toASCIIString()));
            }
        } catch (IllegalArgumentException _) {
            // It is none.
        }
        return Optional.empty();
    }

    /// The user's headers replace ours, regardless of case.
    private static Map<String, String> headers(ModelSettings settings, Wire wire, String accepted) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Content-Type", "application/json");
        headers.put("Accept", accepted);
        headers.put("User-Agent", "deft");
        headers.putAll(wire.headers());
        headers.putAll(settings.headers());
        return headers;
    }

    /// The message does not show the value, which may be a secret.
    private static void check(String name, String value, ErrorMessages messages)
            throws ModelException {
        if (!HeaderSyntax.isName(name)
                || !HeaderSyntax.isValue(value)
                || HeaderSyntax.isOfTheConnection(name)) {
            throw new ModelException(Kind.REFUSED, messages.badHeader(name));
        }
    }

    private static void showKey(Map<String, String> headers, ModelSettings.Auth auth, String key) {
        switch (auth) {
            case API_KEY -> headers.put("x-api-key", key);
            case BEARER -> headers.put("Authorization", "Bearer " + key);
        }
    }
}
