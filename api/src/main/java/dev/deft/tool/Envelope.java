package dev.deft.tool;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The outcome of a call, successful or not.
///
/// @param callId the caller's id of the call
/// @param result of the call
/// @param started when the call started
/// @param took how long it took
/// @param sidecar the file with the complete output, if the result shows only its head
/// @param notes conversions of the arguments, a sentence each
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

    /// An envelope without notes.
    ///
    /// @param callId the caller's id of the call
    /// @param result of the call
    /// @param started when the call started
    /// @param took how long it took
    /// @param sidecar the file with the complete output, if the result shows only its head
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

    /// {@return the text of an output, or the message of a failure}
    public String text() {
        return switch (result) {
            case ToolResult.Output output -> output.text();
            case ToolResult.Failure failure -> failure.message();
        };
    }
}
