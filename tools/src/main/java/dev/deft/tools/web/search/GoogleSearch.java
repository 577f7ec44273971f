package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A Programmable Search Engine of Google. The key goes into a header and not into the URL, which
/// more people get to see.
record GoogleSearch(Access access, HttpUrl endpoint, JsonCodec codec) implements SearchProvider {

    private static final String PATH = "/customsearch/v1";
    private static final int MOST = 10;

    GoogleSearch(Access access, JsonCodec codec) throws HostException {
        this(access, HttpSearch.url(access, PATH), codec);
    }

    @Override
    public Network.Request request(String query, int most, Duration timeout) throws HostException {
        String search =
                "%s?cx=%s&num=%d&q=%s"
                        .formatted(
                                PATH,
                                HttpSearch.encoded(access.engine().orElse("")),
                                Math.min(most, MOST),
                                HttpSearch.encoded(query));
        return HttpSearch.get(
                HttpSearch.url(access, search),
                Map.of(
                        "Accept",
                        "application/json",
                        "X-Goog-Api-Key",
                        access.key().value().orElse("")),
                timeout);
    }

    @Override
    public List<SearchResult> results(Network.Response response) throws IOException {
        return HttpSearch.list(response, codec, List.of("items")).stream()
                .map(it -> HttpSearch.result(it, "title", "link", "snippet"))
                .toList();
    }
}
