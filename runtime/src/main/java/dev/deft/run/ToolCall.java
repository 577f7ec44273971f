package dev.deft.run;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;

/// A call as the caller makes it, not yet validated.
///
/// @param callId the caller's id of the call
/// @param tool its name in the dialect
/// @param origin of the call, for the tool
public record ToolCall(String callId, String tool, Arguments arguments, CallOrigin origin) {

    public ToolCall(String callId, String tool, Arguments arguments) {
        this(callId, tool, arguments, CallOrigin.UNKNOWN);
    }

    public static ToolCall of(String callId, String tool, Json arguments) {
        return new ToolCall(callId, tool, new Arguments.Value(arguments));
    }

    /// A call as a model sends it: the arguments are text and may be malformed.
    public static ToolCall of(String callId, String tool, String arguments) {
        return new ToolCall(callId, tool, new Arguments.Text(arguments));
    }

    /// A call whose arguments are incomplete.
    ///
    /// @param why the validation error for the model
    public static ToolCall truncated(String callId, String tool, String why) {
        return new ToolCall(callId, tool, new Arguments.Truncated(why));
    }

    /// The same call with another origin.
    public ToolCall withOrigin(CallOrigin origin) {
        return new ToolCall(callId, tool, arguments, origin);
    }

    /// The arguments as received.
    public sealed interface Arguments {

        Json read() throws JsonSyntaxException;

        /// JSON text that is not parsed yet.
        record Text(String json) implements Arguments {

            @Override
            public Json read() throws JsonSyntaxException {
                return json.isBlank() ? Json.Obj.EMPTY : JsonText.parse(json);
            }
        }

        /// Incomplete arguments. The received part is not kept, and the call is rejected.
        record Truncated(String why) implements Arguments {

            @Override
            public Json read() {
                return Json.Obj.EMPTY;
            }
        }

        /// Parsed arguments.
        record Value(Json json) implements Arguments {

            @Override
            public Json read() {
                return json;
            }
        }
    }
}
