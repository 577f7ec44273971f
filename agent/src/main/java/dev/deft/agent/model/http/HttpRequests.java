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

/// Makes the HTTP request of a question out of what the user set.
final class HttpRequests {

    private HttpRequests() {}

    static HttpRequest of(ModelSettings settings, Wire wire, ErrorMessages sentences, String body)
            throws ModelException {
        URI address = address(settings, wire, sentences);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).POST(BodyPublishers.ofString(body));
        if (address.getScheme().equalsIgnoreCase("http")) {
            // Asking for an upgrade confuses small servers, and gains nothing.
            request.version(HttpClient.Version.HTTP_1_1);
        }
        for (Map.Entry<String, String> header : headers(settings, wire).entrySet()) {
            set(request, header.getKey(), header.getValue(), sentences);
        }
        if (settings.key().isPresent()) {
            try {
                showKey(request, settings.auth(), settings.key().get());
            } catch (IllegalArgumentException _) {
                // Its message would quote the key.
                throw new ModelException(Kind.DENIED, sentences.badKey());
            }
        }
        Optional<String> credentials =
                settings.route().proxy().flatMap(ModelSettings.Proxy::credentials);
        if (credentials.isPresent()) {
            byte[] plain = credentials.get().getBytes(StandardCharsets.UTF_8);
            request.setHeader(
                    "Proxy-Authorization", "Basic " + Base64.getEncoder().encodeToString(plain));
        }
        return request.build();
    }

    private static URI address(ModelSettings settings, Wire wire, ErrorMessages sentences)
            throws ModelException {
        String base = settings.baseUrl().strip();
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        try {
            URI address = URI.create(base + wire.path());
            String scheme = String.valueOf(address.getScheme());
            if ((scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                    && address.getHost() != null) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw new ModelException(Kind.REFUSED, sentences.badAddress(base));
    }

    /// The user's headers replace ours, in whatever case they are written.
    private static Map<String, String> headers(ModelSettings settings, Wire wire) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "text/event-stream");
        headers.put("User-Agent", "deft");
        headers.putAll(wire.headers());
        headers.putAll(settings.headers());
        return headers;
    }

    private static void set(
            HttpRequest.Builder request, String name, String value, ErrorMessages sentences)
            throws ModelException {
        try {
            request.setHeader(name, value);
        } catch (IllegalArgumentException _) {
            // Its message would quote the value, which may be a secret.
            throw new ModelException(Kind.REFUSED, sentences.badHeader(name));
        }
    }

    private static void showKey(HttpRequest.Builder request, ModelSettings.Auth auth, String key) {
        switch (auth) {
            case API_KEY -> request.setHeader("x-api-key", key);
            case BEARER -> request.setHeader("Authorization", "Bearer " + key);
        }
    }
}
