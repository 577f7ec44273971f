package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.ModelSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds the HTTP request from the settings.
final class HttpRequests {

    private HttpRequests() {}

    static HttpRequest of(ModelSettings settings, Wire wire, ErrorMessages messages, RequestBody body)
            throws ModelException {
        return request(settings, wire, wire.path(), "text/event-stream", messages)
                .POST(
                        BodyPublishers.fromPublisher(
                                BodyPublishers.ofByteArrays(body.parts()), body.length()))
                .build();
    }

    /// A request without a method, for any path below the base URL.
    static HttpRequest.Builder request(
            ModelSettings settings, Wire wire, String path, String accepted, ErrorMessages messages)
            throws ModelException {
        URI address = address(settings, path, messages);
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (address.getScheme().equalsIgnoreCase("http")) {
            // An upgrade to HTTP/2 confuses small servers.
            request.version(HttpClient.Version.HTTP_1_1);
        }
        for (Map.Entry<String, String> header : headers(settings, wire, accepted).entrySet()) {
            set(request, header.getKey(), header.getValue(), messages);
        }
        if (settings.key().isPresent()) {
            try {
                showKey(request, settings.auth(), settings.key().get());
            } catch (IllegalArgumentException _) {
                // The message would contain the key.
                throw new ModelException(Kind.DENIED, messages.badKey());
            }
        }
        Optional<String> credentials =
                settings.route().proxy().flatMap(ModelSettings.Proxy::credentials);
        if (credentials.isPresent()) {
            byte[] plain = credentials.get().getBytes(StandardCharsets.UTF_8);
            request.setHeader(
                    "Proxy-Authorization", "Basic " + Base64.getEncoder().encodeToString(plain));
        }
        return request;
    }

    private static URI address(ModelSettings settings, String path, ErrorMessages messages)
            throws ModelException {
        String base = settings.baseUrl().strip();
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        try {
            URI address = URI.create(base + path);
            String scheme = String.valueOf(address.getScheme());
            if ((scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                    && address.getHost() != null) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // Handled below.
        }
        throw new ModelException(Kind.REFUSED, messages.badAddress(base));
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

    private static void set(
            HttpRequest.Builder request, String name, String value, ErrorMessages messages)
            throws ModelException {
        try {
            request.setHeader(name, value);
        } catch (IllegalArgumentException _) {
            // The message would contain the value, which may be a secret.
            throw new ModelException(Kind.REFUSED, messages.badHeader(name));
        }
    }

    private static void showKey(HttpRequest.Builder request, ModelSettings.Auth auth, String key) {
        switch (auth) {
            case API_KEY -> request.setHeader("x-api-key", key);
            case BEARER -> request.setHeader("Authorization", "Bearer " + key);
        }
    }
}
