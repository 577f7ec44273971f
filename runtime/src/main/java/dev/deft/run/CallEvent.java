package dev.deft.run;

import dev.deft.tool.Envelope;

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
    record Progressed(String callId, String tool, String text) implements CallEvent {

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
