package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings.Proxy;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds the proxy for a server: from the settings of a provider, or else from the environment.
public final class Proxies {

    /// The setting for no proxy.
    private static final String NONE = "none";

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Map<String, String> environment;

    public Proxies(Map<String, String> environment) {
        this.environment = environment;
    }

    /// Finds the proxy for a URL. A server on this machine is reached directly unless the provider
    /// sets a proxy.
    ///
    /// @param key of the setting, for messages
    /// @param set the proxy setting of the provider
    Optional<Proxy> forUrl(String baseUrl, String key, Optional<String> set)
            throws ConfigException {
        if (set.isPresent()) {
            String filled = References.fill(key, set.get(), environment).strip();
            return filled.equals(NONE) ? Optional.empty() : Optional.of(proxy(key, filled));
        }
        return forUrl(baseUrl);
    }

    /// Finds the proxy that the environment names for a URL.
    public Optional<Proxy> forUrl(String baseUrl) throws ConfigException {
        Optional<URI> address = uri(baseUrl.strip());
        if (address.isEmpty() || isDirect(address.get())) {
            return Optional.empty();
        }
        String name = isHttps(address.get()) ? "HTTPS_PROXY" : "HTTP_PROXY";
        String value = variable(name);
        return value.isEmpty() ? Optional.empty() : Optional.of(proxy(name, value));
    }

    private boolean isDirect(URI address) {
        int port = address.getPort() < 0 ? isHttps(address) ? HTTPS : HTTP : address.getPort();
        var host = new NoProxy.Host(address.getHost(), port);
        return host.isThisMachine() || NoProxy.covers(variable("NO_PROXY"), host);
    }

    private static boolean isHttps(URI address) {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    /// Lower case takes precedence, as with curl.
    private String variable(String name) {
        String lower = environment.getOrDefault(name.toLowerCase(Locale.ROOT), "").strip();
        return lower.isEmpty() ? environment.getOrDefault(name, "").strip() : lower;
    }

    private static Optional<URI> uri(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() == null ? Optional.empty() : Optional.of(uri);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// The error message does not show the text: it may contain a password.
    private static Proxy proxy(String name, String text) throws ConfigException {
        Optional<URI> uri = uri(text.contains("://") ? text : "http://" + text);
        if (uri.isEmpty() || !"http".equalsIgnoreCase(uri.get().getScheme())) {
            throw new ConfigException(
                    name
                            + " must be the URL of an HTTP proxy, such as http://proxy.example:3128;"
                            + " other kinds of proxies are not supported");
        }
        int port = uri.get().getPort();
        return new Proxy(
                uri.get().getHost(),
                port < 0 ? HTTP : port,
                Optional.ofNullable(uri.get().getRawUserInfo()).map(Proxies::decoded));
    }

    /// A plus sign is literal here, unlike in forms.
    private static String decoded(String userInfo) {
        return URLDecoder.decode(userInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
