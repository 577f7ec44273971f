package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// Lists in pages.
final class Listing {

    private static final int PAGE = 200;

    private Listing() {}

    /// The page that a request asks for.
    ///
    /// @param field of the result, such as `tools`
    static Json.Obj page(String field, List<? extends Json> all, Json.Obj params)
            throws RpcException {
        int from = start(params, all.size());
        int end = Math.min(all.size(), from + PAGE);
        Json.Obj page =
                Json.Obj.EMPTY.with(field, new Json.Arr(List.copyOf(all.subList(from, end))));
        return end < all.size() ? page.with("nextCursor", cursor(end)) : page;
    }

    private static String cursor(int from) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("from:" + from).getBytes(StandardCharsets.UTF_8));
    }

    private static int start(Json.Obj params, int size) throws RpcException {
        if (params.find("cursor").isEmpty()) {
            return 0;
        }
        String given = params.text("cursor").orElse("");
        for (int from = 0; from <= size; from += PAGE) {
            if (cursor(from).equals(given)) {
                return from;
            }
        }
        throw RpcException.invalidParams("This cursor is not valid; list again without a cursor.");
    }
}
