package dev.deft.net.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The status and the headers of a response.
///
/// @param headers by name in lower case
public record ResponseHead(int status, Map<String, List<String>> headers) {

    public ResponseHead {
        headers = Map.copyOf(headers);
    }

    /// The first value of a header.
    public Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    /// Where a redirect leads; empty if it is no redirect.
    public Optional<String> location() {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> header("location");
            default -> Optional.empty();
        };
    }
}
