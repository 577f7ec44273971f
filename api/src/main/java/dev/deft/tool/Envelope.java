package dev.deft.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The one shape in which every call comes back.
///
/// @param sidecar the file with all of the output, where the result shows only its head
public record Envelope(
        String callId, ToolResult result, Instant started, Duration took, Optional<Path> sidecar) {

    public boolean truncated() {
        return sidecar.isPresent();
    }

    public boolean failed() {
        return result instanceof ToolResult.Failure;
    }
}
