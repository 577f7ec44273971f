package dev.deft.agent.model.listing;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Base URLs of servers, compared and taken apart.
final class BaseUrls {

    private static final String LOOPBACK = "127.0.0.1";

    private BaseUrls() {}

    /// The same for all usual spellings of one address.
    static String normalized(String url) {
        String text = url.strip();
        while (text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
        return text.replaceFirst("(?i)^(https?://)(localhost|\\[::1])(?=[:/]|$)", "$1" + LOOPBACK);
    }

    /// The scheme, host and port of a server on this machine; empty for others.
    static Optional<String> localOrigin(String url) {
        try {
            URI uri = URI.create(normalized(url));
            boolean local =
                    "http".equalsIgnoreCase(uri.getScheme()) && LOOPBACK.equals(uri.getHost());
            return local && uri.getPort() > 0
                    ? Optional.of("http://" + LOOPBACK + ":" + uri.getPort())
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// The path of a base URL.
    static String path(String url) {
        return normalized(url).replaceFirst("(?i)^https?://[^/]*", "");
    }

    /// A file name for a base URL. Different ones may share it.
    static String fileName(String url) {
        String name = normalized(url).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
        return name.substring(0, Math.min(name.length(), 120)) + ".json";
    }
}
