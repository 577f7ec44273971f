package dev.deft.net.http;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The part of a request that goes from one redirect to the next.
///
/// @param headers by name in lower case
public record RequestHead(String method, Map<String, String> headers, Optional<Bytes> body) {

    private static final int MOST_BYTES = 64 * 1024;
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

    /// What another origin may see. Anything else could be a credential.
    private static final Set<String> HARMLESS =
            Set.of(
                    "accept",
                    "accept-charset",
                    "accept-encoding",
                    "accept-language",
                    "cache-control",
                    "content-language",
                    "content-type",
                    "pragma",
                    "range",
                    "user-agent");

    private static final Set<String> ABOUT_THE_BODY =
            Set.of("content-type", "content-language", "content-encoding", "content-location");

    public RequestHead {
        headers = Map.copyOf(headers);
    }

    /// Checks the method and the headers.
    ///
    /// @param userAgent where the caller names none
    public static RequestHead of(Network.Request request, String userAgent) throws HostException {
        String method = request.method();
        if (!TOKEN.matcher(method).matches()
                || method.equalsIgnoreCase("CONNECT")
                || method.equalsIgnoreCase("TRACE")) {
            throw refused("\"%s\" is not a method that is sent.".formatted(shown(method)));
        }
        Map<String, String> headers = new TreeMap<>();
        headers.put("user-agent", userAgent);
        headers.put("accept", "*/*");
        headers.put("accept-encoding", "gzip, deflate");
        int bytes = 0;
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            String name = checked(header.getKey(), header.getValue());
            headers.put(name, header.getValue().strip());
            bytes += name.length() + header.getValue().length();
        }
        if (bytes > MOST_BYTES) {
            throw refused(
                    "The headers have %d characters; at most %d are sent."
                            .formatted(bytes, MOST_BYTES));
        }
        return new RequestHead(method, headers, request.body());
    }

    private static String checked(String name, String value) throws HostException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!TOKEN.matcher(name).matches()) {
            throw refused("\"%s\" is not the name of a header.".formatted(shown(name)));
        }
        if (HeaderSyntax.isOfTheConnection(lower) || lower.startsWith("proxy-")) {
            throw refused(
                    "The header %s belongs to the connection and cannot be set. Leave it out."
                            .formatted(name));
        }
        if (CONTROL.matcher(value).find()) {
            // The message does not show the value, which may be a secret.
            throw refused(
                    "The header %s holds a line break or another control character. Remove it."
                            .formatted(name));
        }
        return lower;
    }

    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() > 40 ? plain.substring(0, 40) + "…" : plain;
    }

    private static HostException refused(String message) {
        return new HostException(ErrorCode.INVALID_ARGUMENTS, message);
    }

    /// The request that follows a redirect, as browsers and curl do it. Headers that could hold
    /// credentials stay with the origin they were meant for.
    public RequestHead redirected(int status, HttpUrl from, HttpUrl to) {
        boolean toGet =
                status == 303
                        ? !method.equals("HEAD")
                        : (status == 301 || status == 302) && method.equals("POST");
        boolean elsewhere = !from.origin().equals(to.origin());
        Map<String, String> kept = new TreeMap<>(headers);
        if (toGet) {
            kept.keySet().removeAll(ABOUT_THE_BODY);
        }
        if (elsewhere) {
            kept.keySet().retainAll(HARMLESS);
        }
        return new RequestHead(toGet ? "GET" : method, kept, toGet ? Optional.empty() : body);
    }
}
