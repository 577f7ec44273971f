package dev.deft.tools.web;

import dev.deft.host.ErrorCode;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.tool.ToolResult;
import dev.deft.tools.web.search.SearchProvider;
import dev.deft.tools.web.search.SearchResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/// Turns the answer of a search service into a result, or says what is wrong with it.
///
/// @param most results that are shown
record SearchAnswer(SearchProvider provider, String query, int most) {

    private static final int LONGEST_TITLE = 300;
    private static final int LONGEST_SNIPPET = 1_000;
    private static final int LONGEST_URL = 2_000;

    private static final Pattern TAG = Pattern.compile("</?[A-Za-z][^<>]{0,200}>");

    static String howToConfigure() {
        List<String> names = new ArrayList<>();
        for (SearchProvider.Service it : SearchProvider.Service.values()) {
            names.add(it.wire());
        }
        return """
        No search service is configured. Tell the user to put one into ~/.config/deft/agent.json, such as \
        {"web_search": {"providers": {"searxng": {"base_url": "https://search.example.org"}}}} or \
        {"web_search": {"providers": {"brave": {"api_key": "${BRAVE_API_KEY}"}}}}; the services are %s. \
        A page whose address is known can be read with `web_fetch`.\
        """
                .formatted(String.join(", ", names));
    }

    private String name() {
        return provider.access().service().wire();
    }

    ToolResult of(Network.Response response) throws IOException {
        Optional<ToolResult> failure = failure(response);
        if (failure.isPresent()) {
            return failure.get();
        }
        List<SearchResult> results;
        try {
            results = provider.results(response);
        } catch (IOException e) {
            return ToolResult.failure(
                    ErrorCode.IO_ERROR,
                    "%s was asked, but %s. Try again later, or another query."
                            .formatted(name(), e.getMessage()));
        }
        return output(shown(results));
    }

    private Optional<ToolResult> failure(Network.Response response) throws IOException {
        String name = name();
        if (!HttpUrl.of(response.url()).hostAndPort().equals(provider.endpoint().hostAndPort())) {
            return Optional.of(
                    ToolResult.failure(
                            ErrorCode.IO_ERROR,
                            "%s sent the search on to another host, so its answer is not shown. Tell the user to check base_url of %s."
                                    .formatted(name, name)));
        }
        int status = response.status();
        if (status == 200) {
            return Optional.empty();
        }
        Optional<String> advice = provider.advice(status);
        if (advice.isPresent()) {
            return unavailable("%s answered with status %d. %s", name, status, advice.get());
        }
        return switch (status) {
            case 401, 403 ->
                    unavailable(
                            "%s refused the search with status %d. Tell the user to check %s.",
                            name,
                            status,
                            provider.access().key().variable().isEmpty()
                                    ? "its settings"
                                    : "the key in " + provider.access().key().variable());
            case 429 ->
                    unavailable(
                            "%s takes no more searches at the moment (status %d). %s",
                            name, status, "Wait a while, or go on without it.");
            default ->
                    Optional.of(
                            ToolResult.failure(
                                    ErrorCode.IO_ERROR,
                                    "%s answered with status %d. Try again later."
                                            .formatted(name, status)));
        };
    }

    private static Optional<ToolResult> unavailable(
            String message, String name, int status, String advice) {
        return Optional.of(
                ToolResult.failure(ErrorCode.UNAVAILABLE, message.formatted(name, status, advice)));
    }

    /// Results with an address of the web, cleaned and cut.
    private List<SearchResult> shown(List<SearchResult> results) {
        List<SearchResult> shown = new ArrayList<>();
        for (SearchResult it : results) {
            String url = OutsideText.clean(it.url()).strip();
            boolean web = url.startsWith("https://") || url.startsWith("http://");
            if (web && url.length() <= LONGEST_URL && shown.size() < most) {
                shown.add(
                        new SearchResult(
                                line(it.title(), LONGEST_TITLE),
                                url.replaceAll("\\s", "%20"),
                                line(it.snippet(), LONGEST_SNIPPET)));
            }
        }
        return shown;
    }

    /// One line of text; some services mark the words they found with tags.
    private static String line(String text, int longest) {
        String head = text.substring(0, Math.min(text.length(), 4 * longest));
        String plain = Parser.unescapeEntities(TAG.matcher(head).replaceAll(""), false);
        String line = OutsideText.clean(plain).replaceAll("\\s+", " ").strip();
        if (line.length() <= longest) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(longest - 1)) ? longest - 1 : longest;
        return line.substring(0, end) + "…";
    }

    private ToolResult output(List<SearchResult> results) {
        String title = "Searched for %s, %d results".formatted(query, results.size());
        if (results.isEmpty()) {
            return ToolResult.output(
                    new WebSearchTool.Data(results),
                    "%s found nothing for this query. Try fewer or other words.".formatted(name()),
                    title);
        }
        var list = new StringBuilder();
        int number = 1;
        for (SearchResult it : results) {
            list.append("%d. %s\n   %s\n".formatted(number, it.title(), it.url()));
            if (!it.snippet().isEmpty()) {
                list.append("   ").append(it.snippet()).append('\n');
            }
            number++;
        }
        return ToolResult.output(
                new WebSearchTool.Data(results),
                OutsideText.marked("search by " + name(), list.toString()),
                title);
    }
}
