package dev.deft.agent.model;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;

/// A piece of a message.
public sealed interface Part {

    /// Words.
    ///
    /// @param text as they were said
    record Text(String text) implements Part {}

    /// What a model thought before it spoke.
    ///
    /// @param text as far as the provider shows it
    /// @param sealed what the wire wants back unread with the thought, such as a signature; empty
    ///   where it wants nothing
    record Reasoning(String text, Json.Obj sealed) implements Part {}

    /// A picture or a document.
    ///
    /// @param mimeType such as `image/png`
    /// @param content its bytes
    record Media(String mimeType, Bytes content) implements Part {}

    /// A tool the model wants called.
    ///
    /// @param callId kept to the letter
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
