package dev.deft.mcp.server.feature;

import dev.deft.json.Json;

/// Something that only the client can do: ask its user, ask its model, list its roots.
///
/// @param method such as `elicitation/create`
public record InputRequest(String method, Json.Obj params) {

    /// The method that asks the user.
    public static final String ELICITATION = "elicitation/create";

    /// The method that asks the client's model.
    public static final String SAMPLING = "sampling/createMessage";

    /// The method that lists the client's roots.
    public static final String ROOTS = "roots/list";

    /// A form for the user.
    ///
    /// @param message what is asked
    /// @param schema of the answer: an object with fields of simple types
    public static InputRequest form(String message, Json.Obj schema) {
        return new InputRequest(
                ELICITATION,
                Json.Obj.EMPTY.with("message", message).with("requestedSchema", schema));
    }

    /// The capability of clients that answer it.
    public String capability() {
        return switch (method) {
            case ELICITATION -> "elicitation";
            case SAMPLING -> "sampling";
            case ROOTS -> "roots";
            default -> throw new IllegalArgumentException("no client answers " + method);
        };
    }
}
