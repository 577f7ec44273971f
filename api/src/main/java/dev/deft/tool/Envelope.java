package dev.deft.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The one shape in which every call comes back, failed or not.
///
/// @param callId the id the caller gave the call
/// @param result what came of it
/// @param started when the call began
/// @param took how long it took
/// @param sidecar the file with all of the output, where the result shows only its head
/// @param notes what was converted in the arguments before they fitted, a sentence for each
public record Envelope(
        String callId,
        ToolResult result,
        Instant started,
        Duration took,
        Optional<Path> sidecar,
        List<String> notes) {

    /// Copies the notes.
    public Envelope {
        notes = List.copyOf(notes);
    }

    /// A call there is nothing to note about.
    ///
    /// @param callId the id the caller gave the call
    /// @param result what came of it
    /// @param started when the call began
    /// @param took how long it took
    /// @param sidecar the file with all of the output, where the result shows only its head
    public Envelope(
            String callId,
            ToolResult result,
            Instant started,
            Duration took,
            Optional<Path> sidecar) {
        this(callId, result, started, took, sidecar, List.of());
    }

    /// {@return whether the result shows only the head of the output}
    public boolean truncated() {
        return sidecar.isPresent();
    }

    /// {@return whether the result is a [ToolResult.Failure]}
    public boolean failed() {
        return result instanceof ToolResult.Failure;
    }

    /// {@return what a model reads: the text of an output, or the message of a failure}
    public String text() {
        return switch (result) {
            case ToolResult.Output output -> output.text();
            case ToolResult.Failure failure -> failure.message();
        };
    }
}
