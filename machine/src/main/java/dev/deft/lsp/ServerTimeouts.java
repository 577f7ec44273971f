package dev.deft.lsp;

import java.time.Duration;

/// How long a call waits for a server.
///
/// @param start until it is ready for requests
/// @param request until it answers
/// @param diagnostics until it has checked a file
public record ServerTimeouts(Duration start, Duration request, Duration diagnostics) {

    /// Long enough for large projects.
    public static final ServerTimeouts USUAL =
            new ServerTimeouts(
                    Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(20));
}
