package dev.deft.run;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.util.Optional;

/// What onlookers learn about a call. The number of an event is its priority: lower is told first.
public sealed interface CallEvent {

    int number();

    String callId();

    /// `TOOL_CALL_REQUESTED`: a call has arrived.
    record Requested(String callId, String tool, ToolCall.Arguments arguments)
            implements CallEvent {

        @Override
        public int number() {
            return 400;
        }
    }

    /// What a running call says about itself.
    ///
    /// @param text adds to what was said before; empty when it says something else
    /// @param title one line for people, instead of an earlier one
    /// @param metadata for programs; a field replaces an earlier one of the same name
    record Progressed(
            String callId, String tool, String text, Optional<String> title, Json.Obj metadata)
            implements CallEvent {

        @Override
        public int number() {
            return 405;
        }
    }

    /// `TOOL_CALL_COMPLETED`: the call is recorded and counted, and has an output.
    record Completed(String callId, String tool, Envelope envelope) implements CallEvent {

        @Override
        public int number() {
            return 410;
        }
    }

    /// `TOOL_CALL_FAILED`: the call is recorded and counted, and has an error.
    record Failed(String callId, String tool, Envelope envelope) implements CallEvent {

        @Override
        public int number() {
            return 420;
        }
    }
}
