package dev.deft.server.http;

import dev.deft.codec.Records;
import dev.deft.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Part of a list.
///
/// @param next where the next page begins, opaque to clients; empty if this is the last one
public record ResultPage<T>(List<T> items, Optional<String> next) {

    /// How many items a page has if the client does not say.
    public static final int USUAL = 50;

    /// How many items a client may ask for.
    public static final int MOST = 200;

    public ResultPage {
        items = List.copyOf(items);
    }

    /// A page of a list that is known as a whole. The cursor is the key of the last item seen, so
    /// that items which come and go between two pages shift nothing.
    ///
    /// @param key unique in the list
    public static <T> ResultPage<T> of(List<T> all, ApiRequest request, Function<T, String> key)
            throws ProblemException {
        int limit = request.number("limit", 1, MOST, USUAL);
        Optional<String> cursor = request.parameter("cursor");
        int from = 0;
        if (cursor.isPresent()) {
            from = all.stream().map(key).toList().indexOf(cursor.get()) + 1;
            if (from == 0) {
                throw Problem.badRequest("The cursor is not one of this list; start again.")
                        .exception();
            }
        }
        int to = Math.min(all.size(), from + limit);
        List<T> items = all.subList(from, to);
        return new ResultPage<>(
                items,
                to < all.size() ? Optional.of(key.apply(items.getLast())) : Optional.empty());
    }

    /// The response to a request, with the address of the next page.
    public static <R extends Record> ApiResponse response(ResultPage<R> page, ApiRequest request) {
        return response(page.items().stream().<Json>map(Records::write).toList(), page, request);
    }

    /// The response of items that are JSON already.
    ///
    /// @param items those of the page
    public static ApiResponse response(List<Json> items, ResultPage<?> page, ApiRequest request) {
        Json.Obj body = Json.Obj.EMPTY.with("items", new Json.Arr(items));
        if (page.next().isEmpty()) {
            return ApiResponse.json(200, body);
        }
        String next = page.next().get();
        return ApiResponse.json(200, body.with("next", next))
                .with("Link", "<%s>; rel=\"next\"".formatted(target(request, next)));
    }

    private static String target(ApiRequest request, String cursor) {
        Map<String, String> query = new TreeMap<>(request.query());
        query.put("cursor", cursor);
        String path =
                Arrays.stream(request.path().split("/", -1))
                        .map(ResultPage::encoded)
                        .collect(Collectors.joining("/"));
        return query.entrySet().stream()
                .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
                .collect(Collectors.joining("&", path + "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
