package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An instance of SearXNG, by its JSON format.
record SearXng(Access access, HttpUrl endpoint, JsonCodec codec) implements SearchProvider {

    private static final int FORBIDDEN = 403;

    SearXng(Access access, JsonCodec codec) throws HostException {
        this(access, HttpSearch.url(access, "/search"), codec);
    }

    @Override
    public Network.Request request(String query, int most, Duration timeout) throws HostException {
        String search = "/search?format=json&q=" + HttpSearch.encoded(query);
        Map<String, String> headers =
                access.key()
                        .value()
                        .map(it ->
                                Map.of(
                                        "Accept",
                                        "application/json",
                                        "Authorization",
                                        "Bearer " + it))
                        .orElse(Map.of("Accept", "application/json"));
        return HttpSearch.get(HttpSearch.url(access, search), headers, timeout);
    }

    @Override
    public List<SearchResult> results(Network.Response response) throws IOException {
        return HttpSearch.list(response, codec, List.of("results")).stream()
                .map(it -> HttpSearch.result(it, "title", "url", "content"))
                .toList();
    }

    /// Most instances offer no JSON until their settings allow it.
    @Override
    public Optional<String> advice(int status) {
        return status == FORBIDDEN
                ? Optional.of("Add json to search.formats in the settings of the instance.")
                : Optional.empty();
    }
}
