package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.Json;
import dev.deft.json.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The search of Tavily.
record Tavily(Access access, HttpUrl endpoint, JsonCodec codec) implements SearchProvider {

    private static final int MOST = 20;

    Tavily(Access access, JsonCodec codec) throws HostException {
        this(access, HttpSearch.url(access, "/search"), codec);
    }

    @Override
    public Network.Request request(String query, int most, Duration timeout) {
        Json body =
                Json.Obj.EMPTY
                        .with("query", query)
                        .with("max_results", Json.Num.of(Math.min(most, MOST)));
        return HttpSearch.post(
                endpoint,
                Map.of(
                        "Accept",
                        "application/json",
                        "Content-Type",
                        "application/json",
                        "Authorization",
                        "Bearer " + access.key().value().orElse("")),
                codec.write(body, JsonCodec.Layout.COMPACT),
                timeout);
    }

    @Override
    public List<SearchResult> results(Network.Response response) throws IOException {
        return HttpSearch.list(response, codec, List.of("results")).stream()
                .map(it -> HttpSearch.result(it, "title", "url", "content"))
                .toList();
    }
}
