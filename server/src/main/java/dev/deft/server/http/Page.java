package dev.deft.server.http;

import dev.deft.codec.Records;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Part of a list.
///
/// @param next where the next page begins, opaque to clients; empty if this is the last one
public record Page<T>(List<T> items, Optional<String> next) {

    /// How many items a page has if the client does not say.
    public static final int USUAL = 50;

    /// How many items a client may ask for.
    public static final int MOST = 200;

    public Page {
        items = List.copyOf(items);
    }

    /// A page of a list that is known as a whole. The cursor is the key of the last item seen, so
    /// that items which come and go between two pages shift nothing.
    ///
    /// @param key unique in the list
    public static <T> Page<T> of(List<T> all, ApiRequest request, Function<T, String> key)
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
        return new Page<>(
                items,
                to < all.size() ? Optional.of(key.apply(items.getLast())) : Optional.empty());
    }

    /// The response.
    public static <R extends Record> ApiResponse response(Page<R> page) {
        Json.Obj items =
                Json.Obj.EMPTY.with(
                        "items",
                        new Json.Arr(page.items().stream().<Json>map(Records::write).toList()));
        return ApiResponse.json(200, page.next().map(it -> items.with("next", it)).orElse(items));
    }
}
