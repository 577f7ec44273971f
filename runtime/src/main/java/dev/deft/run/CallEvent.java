package dev.deft.run;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.util.Optional;

/// An event in the life of a call. Events with lower numbers are delivered first.
public sealed interface CallEvent {

    int number();

    String callId();

    /// `TOOL_CALL_REQUESTED`: a call was received.
    record Requested(String callId, String tool, ToolCall.Arguments arguments)
            implements CallEvent {

        @Override
        public int number() {
            return 400;
        }
    }

    /// Progress of a running call.
    ///
    /// @param text output to append; empty if there is none
    /// @param title one line for people; replaces earlier titles
    /// @param metadata for programs; fields replace earlier ones of the same name
    record Progressed(
            String callId, String tool, String text, Optional<String> title, Json.Obj metadata)
            implements CallEvent {

        @Override
        public int number() {
            return 405;
        }
    }

    /// `TOOL_CALL_COMPLETED`: the call succeeded, and is recorded and counted.
    record Completed(String callId, String tool, Envelope envelope) implements CallEvent {

        @Override
        public int number() {
            return 410;
        }
    }

    /// `TOOL_CALL_FAILED`: the call failed, and is recorded and counted.
    record Failed(String callId, String tool, Envelope envelope) implements CallEvent {

        @Override
        public int number() {
            return 420;
        }
    }
}
