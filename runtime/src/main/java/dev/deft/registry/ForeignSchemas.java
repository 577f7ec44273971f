package dev.deft.registry;

import dev.deft.json.Json;
import java.util.Optional;

/// Validates arguments against foreign schemas, such as those of MCP servers.
@FunctionalInterface
public interface ForeignSchemas {

    /// Accepts all arguments: the server validates them.
    ForeignSchemas UNCHECKED = (_, _) -> Optional.empty();

    Optional<String> validationError(Json.Obj schema, Json.Obj arguments);
}
