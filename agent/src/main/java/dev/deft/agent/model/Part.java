package dev.deft.agent.model;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;

/// A part of a message.
public sealed interface Part {

    /// Text.
    ///
    /// @param text of the part
    record Text(String text) implements Part {}

    /// Reasoning of a model.
    ///
    /// @param text as far as the provider sends it
    /// @param sealed opaque data that the wire needs back with the reasoning, such as a signature;
    ///   may be empty
    record Reasoning(String text, Json.Obj sealed) implements Part {}

    /// An image or a document.
    ///
    /// @param mimeType such as `image/png`
    /// @param content its bytes
    record Media(String mimeType, Bytes content) implements Part {}

    /// A call of a tool by the model.
    ///
    /// @param callId verbatim
    /// @param tool the name the model calls
    /// @param arguments the JSON text as it arrived, which may be broken
    record Call(String callId, String tool, String arguments) implements Part {

        /// {@return the arguments as JSON; their text where they are none}
        public Json argumentsJson() {
            try {
                return arguments.isBlank() ? Json.Obj.EMPTY : JsonText.parse(arguments);
            } catch (JsonSyntaxException _) {
                return new Json.Str(arguments);
            }
        }
    }
}
