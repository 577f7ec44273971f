package dev.deft.agent.model;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How a model is reached. Its text form never shows the key.
///
/// @param wire the protocol the provider speaks: `anthropic` or `openai`
/// @param model the name the provider knows, without the name of the wire before it
/// @param baseUrl where the provider answers, without the path of an operation
/// @param key empty if the provider needs none
/// @param auth how the key is sent
/// @param version of the wire, where the wire has versions
/// @param headers additional headers
/// @param retries when requests are sent again
/// @param route the way to the provider
public record ModelSettings(
        String wire,
        String model,
        String baseUrl,
        Optional<String> key,
        Auth auth,
        String version,
        Map<String, String> headers,
        Retries retries,
        Route route) {

    /// Copies the headers.
    public ModelSettings {
        headers = Map.copyOf(new LinkedHashMap<>(headers));
    }

    /// How the key is sent to the provider.
    public enum Auth {
        /// In the wire's own header, such as `x-api-key`.
        API_KEY,
        /// As `Authorization: Bearer`.
        BEARER
    }

    /// When requests are sent again.
    ///
    /// @param max the most retries of a request
    /// @param first the longest delay before the first retry; it doubles from there
    /// @param longest the longest delay, unless the provider asks for more
    /// @param idleTimeout how long a stream may send nothing
    public record Retries(int max, Duration first, Duration longest, Duration idleTimeout) {

        /// The defaults.
        public static final Retries DEFAULT =
                new Retries(
                        8, Duration.ofMillis(500), Duration.ofSeconds(32), Duration.ofMinutes(5));
    }

    /// The way to the provider.
    ///
    /// @param proxy to connect through
    /// @param authorities a file with additional certificate authorities
    public record Route(Optional<Proxy> proxy, Optional<Path> authorities) {

        /// Directly, with the certificates the system trusts.
        public static final Route DIRECT = new Route(Optional.empty(), Optional.empty());
    }

    /// An HTTP proxy. Its text form never shows the credentials.
    ///
    /// @param host its name or address
    /// @param port it listens on
    /// @param credentials a name, a colon and a password
    public record Proxy(String host, int port, Optional<String> credentials) {

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    @Override
    public String toString() {
        return wire + "/" + model + " at " + baseUrl;
    }
}
