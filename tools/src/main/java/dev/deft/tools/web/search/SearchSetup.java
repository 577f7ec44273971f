package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.json.JsonCodec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How a session searches the web.
///
/// @param provider the one service of the session
/// @param limits of its searches
public record SearchSetup(Optional<SearchProvider> provider, Bounds limits) {

    /// The limits of searches.
    ///
    /// @param results of a search at most
    /// @param calls of a session at most
    /// @param timeout of a search
    public record Bounds(int results, int calls, Duration timeout) {

        public static final Bounds DEFAULT = new Bounds(10, 25, Duration.ofSeconds(15));
    }

    /// Nothing is configured.
    public static final SearchSetup NONE = new SearchSetup(Optional.empty(), Bounds.DEFAULT);

    /// Picks the service of a session: always the same one of several, so that a service with
    /// troubles fails every time and not now and then.
    ///
    /// @param services the configured ones
    /// @throws HostException if an address is not a URL
    public static SearchSetup of(
            List<SearchProvider.Access> services, String sessionId, Bounds limits, JsonCodec codec)
            throws HostException {
        if (services.isEmpty()) {
            return new SearchSetup(Optional.empty(), limits);
        }
        int index = Math.floorMod(sessionId.hashCode(), services.size());
        return new SearchSetup(Optional.of(SearchProvider.of(services.get(index), codec)), limits);
    }

    /// The host that searches go to.
    public Optional<String> host() {
        return provider.map(SearchProvider::endpoint).map(HttpUrl::hostAndPort);
    }
}
