package dev.deft.server.listener;

import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.wire.IncomingHead;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Refuses what pages of others make a browser send: requests under a name that is not ours (DNS
/// rebinding), from an origin that is not ours, and acts that only have a cookie (CSRF).
final class OriginCheck {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_PAGES = Set.of("same-origin", "none");

    private final Set<String> names;
    private final Set<String> origins;

    OriginCheck(Set<String> names, Set<String> origins) {
        this.names = names;
        this.origins = origins;
    }

    /// @param local the address of ours that the client connected to: a page can be called after it
    ///   only by whoever has it
    void check(IncomingHead head, InetAddress local) throws ProblemException {
        String host = head.first("host").orElse("").toLowerCase(Locale.ROOT);
        if (!names.contains(name(host)) && !name(host).equals(ClientAddress.literal(local))) {
            throw Problem.forbidden(
                            "This server is not known under that name; deft serve --public-url adds one.")
                    .exception();
        }
        Optional<String> origin = head.first("origin");
        if (origin.isPresent() && !isOurs(origin.get(), host)) {
            throw foreign();
        }
        if (!SAFE.contains(head.method())
                && head.first("sec-fetch-site").filter(it -> !OWN_PAGES.contains(it)).isPresent()) {
            throw foreign();
        }
    }

    private static ProblemException foreign() {
        return Problem.forbidden("Pages of other origins may not use this server.").exception();
    }

    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }

    /// Ours is the origin with the name and port that the request itself was sent to. The scheme is
    /// not compared: a proxy that speaks TLS may not tell us.
    private boolean isOurs(String origin, String host) {
        if (origins.contains(origin)) {
            return true;
        }
        try {
            var uri = new URI(origin);
            String scheme = uri.getScheme();
            String authority = uri.getRawAuthority();
            return scheme != null
                    && authority != null
                    && (scheme.equals("http") || scheme.equals("https"))
                    && withPort(authority.toLowerCase(Locale.ROOT), scheme)
                            .equals(withPort(host, scheme));
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static String withPort(String host, String scheme) {
        boolean port = host.lastIndexOf(':') > host.lastIndexOf(']');
        if (port) {
            return host;
        }
        return host + (scheme.equals("https") ? ":443" : ":80");
    }

    /// An act of a browser needs a header that only a page of ours can set.
    void checkCookie(IncomingHead head) throws ProblemException {
        if (!SAFE.contains(head.method()) && !head.first("x-deft-request").orElse("").equals("1")) {
            throw Problem.forbidden(
                            "A request that acts and comes with the cookie needs the header X-Deft-Request: 1.")
                    .exception();
        }
    }
}
