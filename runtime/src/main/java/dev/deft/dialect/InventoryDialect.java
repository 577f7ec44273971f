package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.ModelText;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Map;
import java.util.Optional;

/// Results as one text and a flag.
final class InventoryDialect implements ResultShape {

    static final Map<String, Mapping> MAPPINGS =
            ShellMappings.joined(InventoryFiles.MAPPINGS, ShellMappings.INVENTORY);

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        String content = data instanceof Json.Str(String text) ? text : ModelText.of(envelope);
        return result(content, false);
    }

    @Override
    public Json failure(String name, ToolResult.Failure why, Envelope envelope) {
        return result(why.message(), true);
    }

    private static Json result(String content, boolean failed) {
        return Json.Obj.EMPTY.with("content", content).with("is_error", new Json.Bool(failed));
    }

    @Override
    public Optional<String> text(Json result) {
        return ((Json.Obj) result).text("content");
    }
}
