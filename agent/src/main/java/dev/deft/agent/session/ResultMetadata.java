package dev.deft.agent.session;

import dev.deft.json.Json;

/// The metadata of a result as the log keeps it.
public final class ResultMetadata {

    private ResultMetadata() {}

    /// The metadata of an envelope; empty where it has none.
    public static Json.Obj of(Json.Obj envelope) {
        return envelope.find("metadata").orElse(Json.Null.VALUE) instanceof Json.Obj metadata
                ? metadata
                : Json.Obj.EMPTY;
    }
}
