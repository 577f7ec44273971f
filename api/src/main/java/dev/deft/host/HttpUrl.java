package dev.deft.host;

import java.net.URI;
import java.util.Locale;

/// An `http` or `https` URL, read strictly.
///
/// What is judged must be what is connected to. So a URL that browsers, curl and servers read in
/// different ways is rejected: with a backslash, a control character, credentials, or a host that
/// is neither a name nor an address. An address in another notation, such as `0x7f.1`, becomes the
/// usual one. The fragment is dropped.
public final class HttpUrl {

    /// The most characters of a URL.
    public static final int MAX_LENGTH = 8_192;

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int MAX_PORT = 65_535;

    private final boolean secure;
    private final String host;
    private final int port;
    private final String target;

    private HttpUrl(boolean secure, String host, int port, String target) {
        this.secure = secure;
        this.host = host;
        this.port = port;
        this.target = target;
    }

    /// {@return a URL}
    ///
    /// @param text such as `https://example.org/a?b=c`
    /// @throws HostException with [ErrorCode#INVALID_ARGUMENTS] if it is not a URL that everybody
    ///   reads in the same way
    public static HttpUrl parse(String text) throws HostException {
        String plain = text.strip();
        check(plain);
        int colon = plain.indexOf("://");
        String scheme = colon < 0 ? "" : plain.substring(0, colon).toLowerCase(Locale.ROOT);
        boolean secure = scheme.equals("https");
        if (!secure && !scheme.equals("http")) {
            throw wrong(
                    plain, "it does not begin with http:// or https://, and nothing else is sent");
        }
        String rest = plain.substring(colon + 3);
        int fragment = rest.indexOf('#');
        rest = fragment < 0 ? rest : rest.substring(0, fragment);
        int end = endOfAuthority(rest);
        Authority authority = authority(plain, rest.substring(0, end));
        String target = UrlPath.normalized(rest.substring(end));
        int port = authority.port < 0 ? secure ? HTTPS_PORT : HTTP_PORT : authority.port;
        return new HttpUrl(secure, authority.host, port, target);
    }

    /// {@return the URL of a request}
    ///
    /// @param uri any URI
    /// @throws HostException with [ErrorCode#INVALID_ARGUMENTS] if it is not such a URL
    public static HttpUrl of(URI uri) throws HostException {
        return parse(uri.toString());
    }

    private static void check(String text) throws HostException {
        if (text.length() > MAX_LENGTH) {
            throw wrong(text.substring(0, 60), "it is longer than " + MAX_LENGTH + " characters");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                throw wrong(text, "it holds a control character or a line break");
            }
            if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw wrong(text, "it is not valid Unicode");
            }
        }
        int query = text.indexOf('?');
        if (text.substring(0, query < 0 ? text.length() : query).indexOf('\\') >= 0) {
            throw wrong(text, "it holds a backslash, which some read as a slash; write %5C or /");
        }
    }

    private static int endOfAuthority(String rest) {
        for (int i = 0; i < rest.length(); i++) {
            if (rest.charAt(i) == '/' || rest.charAt(i) == '?') {
                return i;
            }
        }
        return rest.length();
    }

    private record Authority(String host, int port) {}

    private static Authority authority(String url, String text) throws HostException {
        if (text.indexOf('@') >= 0) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The URL holds a user name or password, which is never sent. Remove everything up to the @; where the server needs it, use the header Authorization.");
        }
        int close = text.startsWith("[") ? text.indexOf(']') : -1;
        int colon = text.indexOf(':', close + 1);
        String host = colon < 0 ? text : text.substring(0, colon);
        String known =
                UrlHost.canonical(host)
                        .orElseThrow(() ->
                                wrong(
                                        url,
                                        host.isEmpty()
                                                ? "it has no host"
                                                : "its host is neither a name nor an address that everybody reads in the same way"));
        return new Authority(known, colon < 0 ? -1 : port(url, text.substring(colon + 1)));
    }

    private static int port(String url, String digits) throws HostException {
        if (digits.isEmpty()) {
            return -1;
        }
        boolean plain =
                digits.length() <= 5 && digits.chars().allMatch(it -> it >= '0' && it <= '9');
        int port = plain ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > MAX_PORT) {
            throw wrong(url, "its port is not a number from 1 to " + MAX_PORT);
        }
        return port;
    }

    private static HostException wrong(String url, String why) {
        String shown = url.replaceAll("\\p{Cntrl}", "?");
        shown = shown.length() > 200 ? shown.substring(0, 200) + "…" : shown;
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS, "\"%s\" cannot be fetched: %s.".formatted(shown, why));
    }

    /// {@return the URL that a reference leads to, as in the header `Location`}
    ///
    /// @param reference absolute, or relative to this URL
    /// @throws HostException with [ErrorCode#INVALID_ARGUMENTS] if it is not an `http` or `https`
    ///   URL
    public HttpUrl resolve(String reference) throws HostException {
        String plain = reference.strip();
        if (plain.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*")) {
            return parse(plain);
        }
        if (plain.startsWith("//")) {
            return parse(scheme() + ":" + plain);
        }
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (plain.isEmpty() || plain.startsWith("#")) {
            return this;
        }
        if (plain.startsWith("?")) {
            return parse(origin() + path + plain);
        }
        return parse(
                origin()
                        + (plain.startsWith("/")
                                ? plain
                                : path.substring(0, path.lastIndexOf('/') + 1) + plain));
    }

    /// {@return whether it is `https`}
    public boolean secure() {
        return secure;
    }

    /// {@return `http` or `https`}
    public String scheme() {
        return secure ? "https" : "http";
    }

    /// {@return the host: a name in lower case, an IPv4 address, or an IPv6 address in brackets}
    public String host() {
        return host;
    }

    /// {@return the port, also where the URL leaves it out}
    public int port() {
        return port;
    }

    /// {@return the host and the port, as rules and [dev.deft.host.Network] judge it}
    public String hostAndPort() {
        return host + ":" + port;
    }

    /// {@return the path and the query, encoded; at least `/`}
    public String target() {
        return target;
    }

    /// {@return scheme, host and port, without the usual port}
    public String origin() {
        return scheme() + "://" + authority();
    }

    /// {@return the host, and the port if it is not the usual one}
    public String authority() {
        boolean usual = port == (secure ? HTTPS_PORT : HTTP_PORT);
        return usual ? host : hostAndPort();
    }

    /// {@return this URL for [Network.Request]}
    public URI uri() {
        return URI.create(toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpUrl that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return origin() + target;
    }
}
