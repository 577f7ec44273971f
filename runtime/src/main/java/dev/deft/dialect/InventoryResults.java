package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ModelText;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Optional;

/// Writes results as a text and an error flag.
final class InventoryResults implements ResultShape {

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        String content = data instanceof Json.Str(String text) ? text : ModelText.of(envelope);
        return result(content, false);
    }

    @Override
    public Json failure(Optional<DialectTool> tool, ToolResult.Failure failure, Envelope envelope) {
        return result(failure.message(), true);
    }

    private static Json result(String content, boolean failed) {
        return Json.Obj.EMPTY.with("content", content).with("is_error", new Json.Bool(failed));
    }

    @Override
    public Optional<String> text(Json result) {
        return ((Json.Obj) result).text("content");
    }
}
