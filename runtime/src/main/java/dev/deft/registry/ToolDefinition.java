package dev.deft.registry;

import dev.deft.json.Json;
import java.util.Map;

/// Writes the definition of a tool as JSON: `name`, `description`, `parameters`, `requires`,
/// `category`, `kind`.
public final class ToolDefinition {

    private ToolDefinition() {}

    public static Json.Obj of(DialectTool tool, Map<String, String> variables) {
        return Json.Obj.EMPTY
                .with("name", tool.name())
                .with("description", tool.describe(variables))
                .with("parameters", tool.schema())
                .with("requires", RequirementJson.write(tool.spec().requires()))
                .with("category", tool.spec().category().wire())
                .with("kind", tool.spec().kind().wire());
    }
}
