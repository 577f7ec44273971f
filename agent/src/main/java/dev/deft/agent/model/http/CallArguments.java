package dev.deft.agent.model.http;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.Optional;

/// The arguments of an old call, on their way back to the model that made it.
public final class CallArguments {

    private CallArguments() {}

    /// Wires and servers want an object. Arguments that were none are shown to the model as it
    /// wrote them.
    public static Json.Obj object(String arguments) {
        return parsed(arguments).orElseGet(() -> raw(arguments));
    }

    /// The same as text. What was an object stays as it was written, to the letter: servers that
    /// remember a conversation know it again by that.
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
