package dev.deft.app;

import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.engine.Engine;
import dev.deft.json.Json;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolDefinition;
import java.io.IOException;
import java.util.Map;

/// What models and people read of every tool, for the golden files.
final class ToolViews {

    static final Map<String, String> PLACES =
            Map.of("workspace", "/workspace", "directory", "/workspace");

    private ToolViews() {}

    static Dialect dialect(String name) throws IOException {
        Map<String, String> environment = Map.of("DEFT_HOME", "/nonexistent");
        try (Engine engine = Engine.builder().environment(environment).build()) {
            return Dialects.of(name, engine.tools());
        }
    }

    /// The definition as a model gets it.
    static String modelView(DialectTool tool) {
        Json.Obj definition = ToolDefinition.of(tool, PLACES);
        return "%s (%s, %s)\n\n%s\n\n%s\n%s\n"
                .formatted(
                        tool.name(),
                        tool.spec().category().wire(),
                        tool.spec().kind().wire(),
                        tool.describe(PLACES),
                        JsonText.writeIndented(tool.schema()),
                        JsonText.writeIndented(definition.find("requires").orElse(Json.Obj.EMPTY)));
    }

    /// The page of `docs/tools`.
    static String page(DialectTool tool) {
        return "# `%s`\n\nCategory `%s`, kind `%s`. Made from the tool itself; do not edit.\n\n%s\n\n## Parameters\n\n```json\n%s\n```\n\n## Requires\n\n```json\n%s\n```\n\n## Limits\n\n%d bytes of text, %d entries, %d s.\n"
                .formatted(
                        tool.name(),
                        tool.spec().category().wire(),
                        tool.spec().kind().wire(),
                        tool.describe(PLACES),
                        JsonText.writeIndented(tool.schema()),
                        JsonText.writeIndented(
                                ToolDefinition.of(tool, PLACES)
                                        .find("requires")
                                        .orElse(Json.Obj.EMPTY)),
                        tool.limits().outputBytes(),
                        tool.limits().items(),
                        tool.limits().timeout().toSeconds());
    }
}
