package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A service that searches the web.
public interface SearchProvider {

    /// The services there are. The order is that of messages and pages.
    enum Service {
        SEARXNG("", false),
        BRAVE("https://api.search.brave.com", true),
        TAVILY("https://api.tavily.com", true),
        GOOGLE("https://customsearch.googleapis.com", true),
        DUCKDUCKGO("https://html.duckduckgo.com", false);

        private final String address;
        private final boolean needsKey;

        Service(String address, boolean needsKey) {
            this.address = address;
            this.needsKey = needsKey;
        }

        /// The service of a name such as `brave`.
        public static Optional<Service> named(String name) {
            for (Service it : values()) {
                if (it.wire().equals(name)) {
                    return Optional.of(it);
                }
            }
            return Optional.empty();
        }

        /// Its name in settings.
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Where it is; empty if everybody runs their own.
        public String address() {
            return address;
        }

        public boolean needsKey() {
            return needsKey;
        }
    }

    /// How a service is reached.
    ///
    /// @param address with a scheme, without the path of the service
    /// @param engine the search engine to ask, where the service has several
    record Access(Service service, String address, ApiKey key, Optional<String> engine) {}

    /// Connects to a service.
    ///
    /// @throws HostException if the address is not a URL
    static SearchProvider of(Access access, JsonCodec codec) throws HostException {
        return switch (access.service()) {
            case SEARXNG -> new SearXng(access, codec);
            case BRAVE -> new Brave(access, codec);
            case TAVILY -> new Tavily(access, codec);
            case GOOGLE -> new GoogleSearch(access, codec);
            case DUCKDUCKGO -> new DuckDuckGo(access);
        };
    }

    Access access();

    /// Where requests go.
    HttpUrl endpoint();

    /// A request for a search.
    ///
    /// @param most results
    Network.Request request(String query, int most, Duration timeout) throws HostException;

    /// Reads the answer of a successful request, as the service wrote it.
    ///
    /// @throws IOException with a clause that says what is wrong with it
    List<SearchResult> results(Network.Response response) throws IOException;

    /// What to do about a status that is no success, in a sentence; empty if nothing is known.
    default Optional<String> advice(int status) {
        return Optional.empty();
    }
}
