package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Optional;

/// Writes results as plain JSON objects, and failures as an object with only `error`.
final class AegisResults implements ResultShape {

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        return data;
    }

    @Override
    public Json failure(Optional<DialectTool> tool, ToolResult.Failure failure, Envelope envelope) {
        return Json.Obj.EMPTY.with("error", failure.message());
    }

    @Override
    public boolean newMessageCancels() {
        return true;
    }
}
