package dev.deft.agent.session;

import dev.deft.json.Json;

/// Reads the metadata of a logged result.
public final class ResultMetadata {

    private ResultMetadata() {}

    /// The metadata of an envelope, or an empty object.
    public static Json.Obj of(Json.Obj envelope) {
        return envelope.find("metadata").orElse(Json.Null.VALUE) instanceof Json.Obj metadata
                ? metadata
                : Json.Obj.EMPTY;
    }
}
