package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The web search of Brave.
record Brave(Access access, HttpUrl endpoint, JsonCodec codec) implements SearchProvider {

    private static final String PATH = "/res/v1/web/search";
    private static final int MOST = 20;

    Brave(Access access, JsonCodec codec) throws HostException {
        this(access, HttpSearch.url(access, PATH), codec);
    }

    @Override
    public Network.Request request(String query, int most, Duration timeout) throws HostException {
        String search =
                "%s?q=%s&count=%d".formatted(PATH, HttpSearch.encoded(query), Math.min(most, MOST));
        return HttpSearch.get(
                HttpSearch.url(access, search),
                Map.of(
                        "Accept",
                        "application/json",
                        "X-Subscription-Token",
                        access.key().value().orElse("")),
                timeout);
    }

    @Override
    public List<SearchResult> results(Network.Response response) throws IOException {
        return HttpSearch.list(response, codec, List.of("web", "results")).stream()
                .map(it -> HttpSearch.result(it, "title", "url", "description"))
                .toList();
    }
}
