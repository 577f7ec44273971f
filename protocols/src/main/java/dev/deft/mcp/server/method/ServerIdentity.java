package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import java.util.Optional;

/// What a server says about itself.
///
/// @param instructions for the model of the client
public record ServerIdentity(String name, String version, Optional<String> instructions) {

    Json.Obj info() {
        return Json.Obj.EMPTY.with("name", name).with("version", version);
    }

    Json.Obj withInstructions(Json.Obj result) {
        return instructions.isPresent() ? result.with("instructions", instructions.get()) : result;
    }
}
