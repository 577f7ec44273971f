package dev.deft.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The one shape in which every call comes back.
///
/// @param sidecar the file with all of the output, where the result shows only its head
/// @param notes what was converted in the arguments before they fitted, a sentence for each
public record Envelope(
        String callId,
        ToolResult result,
        Instant started,
        Duration took,
        Optional<Path> sidecar,
        List<String> notes) {

    public Envelope {
        notes = List.copyOf(notes);
    }

    /// A call there is nothing to note about.
    public Envelope(
            String callId,
            ToolResult result,
            Instant started,
            Duration took,
            Optional<Path> sidecar) {
        this(callId, result, started, took, sidecar, List.of());
    }

    public boolean truncated() {
        return sidecar.isPresent();
    }

    public boolean failed() {
        return result instanceof ToolResult.Failure;
    }
}
