package dev.deft.mcp.client;

import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcError;
import java.util.ArrayList;
import java.util.List;

/// Reads which addresses a user has to visit before a server does something.
final class UrlNeeded {

    private static final int MOST = 5;

    private UrlNeeded() {}

    static String text(RpcError error) {
        List<String> urls = new ArrayList<>();
        if (error.data().orElse(Json.Null.VALUE) instanceof Json.Obj data
                && data.find("elicitations").orElse(Json.Null.VALUE)
                        instanceof Json.Arr(List<Json> all)) {
            for (Json it : all.subList(0, Math.min(MOST, all.size()))) {
                if (it instanceof Json.Obj wanted) {
                    wanted.text("url").map(TerminalText::decide).ifPresent(urls::add);
                }
            }
        }
        return "The user has to open %s first; then call again."
                .formatted(urls.isEmpty() ? "an address" : String.join(" and ", urls));
    }
}
