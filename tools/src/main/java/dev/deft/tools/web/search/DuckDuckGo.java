package dev.deft.tools.web.search;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/// The page of DuckDuckGo for browsers without scripts. It needs no key, and it may ask to prove
/// that one is no robot.
record DuckDuckGo(Access access, HttpUrl endpoint) implements SearchProvider {

    private static final String PATH = "/html/";
    private static final String TARGET = "uddg=";

    DuckDuckGo(Access access) throws HostException {
        this(access, HttpSearch.url(access, PATH));
    }

    @Override
    public Network.Request request(String query, int most, Duration timeout) throws HostException {
        return HttpSearch.get(
                HttpSearch.url(access, PATH + "?q=" + HttpSearch.encoded(query)),
                Map.of("Accept", "text/html"),
                timeout);
    }

    @Override
    public List<SearchResult> results(Network.Response response) throws IOException {
        Document page =
                Parser.htmlParser()
                        .parseInput(
                                response.body().text(StandardCharsets.UTF_8),
                                response.url().toString());
        List<SearchResult> results = new ArrayList<>();
        for (Element result : page.select(".result:not(.result--ad)")) {
            Element link = result.selectFirst("a.result__a");
            Element snippet = result.selectFirst(".result__snippet");
            if (link != null) {
                results.add(
                        new SearchResult(
                                link.text(),
                                target(link.absUrl("href")),
                                snippet == null ? "" : snippet.text()));
            }
        }
        if (results.isEmpty() && page.selectFirst(".no-results") == null) {
            throw new IOException(
                    page.selectFirst(".anomaly-modal__title, #challenge-form") == null
                            ? "its page has no list of results"
                            : "it wants proof that a person is asking");
        }
        return results;
    }

    /// Links lead over a page that counts them, and have the address as a parameter.
    private static String target(String href) throws IOException {
        int at = href.indexOf(TARGET);
        if (at < 0) {
            return href;
        }
        int end = href.indexOf('&', at);
        String encoded = href.substring(at + TARGET.length(), end < 0 ? href.length() : end);
        try {
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IOException("its page has a link that cannot be read", e);
        }
    }
}
