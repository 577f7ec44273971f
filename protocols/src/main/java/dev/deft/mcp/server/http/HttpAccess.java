package dev.deft.mcp.server.http;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Who may use the server.
///
/// The names in `Host` and `Origin` must be known, so that a page in a browser cannot reach the
/// server under a name of its own (DNS rebinding).
///
/// @param hosts names and addresses under which the server may be called, without ports
/// @param token which each request must carry; empty if none is needed
public record HttpAccess(Set<String> hosts, Optional<String> token) {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int TOKEN_BYTES = 24;

    public HttpAccess {
        hosts = Set.copyOf(hosts);
        if (token.isPresent() && token.get().isBlank()) {
            throw new IllegalArgumentException("a token has at least one character");
        }
    }

    /// From this machine, with a token.
    public static HttpAccess withToken(String token) {
        return new HttpAccess(LOOPBACK, Optional.of(token));
    }

    /// From this machine, by every user and program on it.
    public static HttpAccess ofEveryLocalProgram() {
        return new HttpAccess(LOOPBACK, Optional.empty());
    }

    /// The same, also under another name or address.
    public HttpAccess under(String host) {
        Set<String> more = new HashSet<>(hosts);
        more.add(host.toLowerCase(Locale.ROOT));
        return new HttpAccess(more, token);
    }

    public static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Why a request is refused.
    record Refusal(int status, String message) {}

    Optional<Refusal> refusal(Headers headers) {
        List<String> given = headers.getOrDefault("Host", List.of());
        if (given.size() != 1 || !hosts.contains(name(given.getFirst()))) {
            return Optional.of(new Refusal(403, "This server is not known under that name."));
        }
        for (String origin : headers.getOrDefault("Origin", List.of())) {
            if (!isKnown(origin)) {
                return Optional.of(new Refusal(403, "Pages of that origin may not use this."));
            }
        }
        return token.isEmpty() || hasToken(headers, token.get())
                ? Optional.empty()
                : Optional.of(new Refusal(401, "The header Authorization needs the token."));
    }

    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon > host.lastIndexOf(']');
        return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }

    private boolean isKnown(String origin) {
        try {
            URI uri = new URI(origin);
            String scheme = uri.getScheme();
            String authority = uri.getRawAuthority();
            return scheme != null
                    && authority != null
                    && (scheme.equals("http") || scheme.equals("https"))
                    && hosts.contains(name(authority));
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static boolean hasToken(Headers headers, String token) {
        List<String> given = headers.getOrDefault("Authorization", List.of());
        return given.size() == 1
                && MessageDigest.isEqual(
                        given.getFirst().getBytes(StandardCharsets.UTF_8),
                        ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    /// Never shows the token.
    @Override
    public String toString() {
        return "HttpAccess[hosts=%s, token=%s]".formatted(hosts, token.isPresent() ? "…" : "none");
    }
}
