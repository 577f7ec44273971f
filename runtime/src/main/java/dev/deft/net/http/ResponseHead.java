package dev.deft.net.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The status and the headers of a response.
///
/// @param headers by name in lower case
/// @param persistent whether the server takes another request on this connection afterwards
public record ResponseHead(int status, Map<String, List<String>> headers, boolean persistent) {

    public ResponseHead {
        headers = Map.copyOf(headers);
    }

    /// The first value of a header.
    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }

    /// Where a redirect leads; empty if it is no redirect.
    public Optional<String> location() {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> header("location");
            default -> Optional.empty();
        };
    }
}
