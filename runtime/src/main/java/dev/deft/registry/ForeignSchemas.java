package dev.deft.registry;

import dev.deft.json.Json;
import java.util.Optional;

/// Checks arguments against a schema that is not our own, such as that of an MCP server.
@FunctionalInterface
public interface ForeignSchemas {

    /// Lets everything through: whoever wrote the schema checks it.
    ForeignSchemas UNCHECKED = (_, _) -> Optional.empty();

    Optional<String> validationError(Json.Obj schema, Json.Obj arguments);
}
