package dev.deft.server.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The head of a request.
///
/// @param target the path and the query as they were sent
/// @param latest whether the client speaks HTTP/1.1, not 1.0
/// @param headers by name in lower case
public record IncomingHead(
        String method, String target, boolean latest, Map<String, List<String>> headers) {

    public IncomingHead {
        headers = Map.copyOf(headers);
    }

    /// The values of a header, in their order.
    public List<String> all(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /// The first value of a header.
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /// Whether the client wants to send more requests on this connection.
    boolean staysOpen() {
        List<String> connection = all("connection");
        return latest
                ? connection.stream().noneMatch(it -> hasWord(it, "close"))
                : connection.stream().anyMatch(it -> hasWord(it, "keep-alive"));
    }

    private static boolean hasWord(String list, String word) {
        for (String it : list.split(",", -1)) {
            if (it.strip().equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    /// Never shows headers, which may have tokens.
    @Override
    public String toString() {
        return method + " " + target;
    }
}
