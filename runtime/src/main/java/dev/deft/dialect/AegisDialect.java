package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Map;

/// Results as plain JSON objects; a failure is an object with `error` alone.
final class AegisDialect implements ResultShape {

    static final Map<String, Mapping> MAPPINGS =
            ShellMappings.joined(AegisFiles.MAPPINGS, ShellMappings.AEGIS);

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        return data;
    }

    @Override
    public Json failure(String name, ToolResult.Failure why, Envelope envelope) {
        return Json.Obj.EMPTY.with("error", why.message());
    }
}
