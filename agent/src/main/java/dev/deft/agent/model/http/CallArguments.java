package dev.deft.agent.model.http;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.Optional;

/// Writes the arguments of earlier calls into a request.
public final class CallArguments {

    private CallArguments() {}

    /// Arguments as an object, as wires require. Arguments that are not an object are wrapped.
    public static Json.Obj object(String arguments) {
        return parsed(arguments).orElseGet(() -> raw(arguments));
    }

    /// The same as text. An object keeps its exact spelling, so that servers recognize a cached
    /// conversation.
    public static String text(String arguments) {
        return parsed(arguments).isPresent() ? arguments : JsonText.write(raw(arguments));
    }

    private static Optional<Json.Obj> parsed(String arguments) {
        try {
            return Optional.of(JsonText.parseObject(arguments));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static Json.Obj raw(String arguments) {
        return arguments.isBlank() ? Json.Obj.EMPTY : Json.Obj.EMPTY.with("_raw", arguments);
    }
}
