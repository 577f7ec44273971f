package dev.deft.mcp.client.session;

import dev.deft.json.Json;
import java.util.Map;

/// What a client tells servers about itself.
///
/// @param capabilities what servers may ask for
public record ClientProfile(String name, String title, String version, Json.Obj capabilities) {

    /// Deft with everything it can do for a server.
    public static ClientProfile deft(String version) {
        return new ClientProfile(
                "deft",
                "Deft",
                version,
                Json.Obj.of(
                        Map.of(
                                "roots",
                                Json.Obj.EMPTY,
                                "sampling",
                                Json.Obj.EMPTY,
                                "elicitation",
                                Json.Obj.EMPTY
                                        .with("form", Json.Obj.EMPTY)
                                        .with("url", Json.Obj.EMPTY))));
    }

    Json.Obj info() {
        return Json.Obj.EMPTY.with("name", name).with("title", title).with("version", version);
    }
}
