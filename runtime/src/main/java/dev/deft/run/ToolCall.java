package dev.deft.run;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;

/// What a caller asks for, before anything about it has been checked.
///
/// @param callId the caller's own name for this call, kept to the letter
/// @param tool the name in the dialect spoken
/// @param origin where it comes from, for the tool
public record ToolCall(String callId, String tool, Arguments arguments, CallOrigin origin) {

    public ToolCall(String callId, String tool, Arguments arguments) {
        this(callId, tool, arguments, CallOrigin.UNKNOWN);
    }

    public static ToolCall of(String callId, String tool, Json arguments) {
        return new ToolCall(callId, tool, new Arguments.Value(arguments));
    }

    /// A call as a model sends it: the arguments are text, and may be broken.
    public static ToolCall of(String callId, String tool, String arguments) {
        return new ToolCall(callId, tool, new Arguments.Text(arguments));
    }

    /// A call whose arguments did not arrive whole.
    ///
    /// @param why in words for the model, to stand after the name of the tool
    public static ToolCall truncated(String callId, String tool, String why) {
        return new ToolCall(callId, tool, new Arguments.Truncated(why));
    }

    /// The same call, known to come from somewhere.
    public ToolCall withOrigin(CallOrigin origin) {
        return new ToolCall(callId, tool, arguments, origin);
    }

    /// The arguments as they arrived.
    public sealed interface Arguments {

        Json read() throws JsonSyntaxException;

        /// Not read yet.
        record Text(String json) implements Arguments {

            @Override
            public Json read() throws JsonSyntaxException {
                return json.isBlank() ? Json.Obj.EMPTY : JsonText.parse(json);
            }
        }

        /// Not all there. What there was of them is let go, so nothing is left to be read; a call
        /// with them is rejected.
        record Truncated(String why) implements Arguments {

            @Override
            public Json read() {
                return Json.Obj.EMPTY;
            }
        }

        /// Read already.
        record Value(Json json) implements Arguments {

            @Override
            public Json read() {
                return json;
            }
        }
    }
}
