package dev.deft.tools.data;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.json.JsonCodec;
import dev.deft.json.JsonSyntaxException;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.util.Optional;

/// Parses JSON text.
public final class JsonParseTool implements Tool<JsonParseTool.Params> {

    private final JsonCodec codec;

    public JsonParseTool(JsonCodec codec) {
        this.codec = codec;
    }

    public record Params(@Doc("The JSON text") String text) {}

    /// The parsed value.
    public record Data(Json data) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("json_parse", Params.class, ToolCategory.DATA, ToolKind.OTHER);
    }

    @Override
    public ToolResult run(Params params, Host host) {
        try {
            Json value = codec.read(params.text());
            return ToolResult.output(
                    new Data(value),
                    codec.write(value, JsonCodec.Layout.INDENTED),
                    "Parsed " + value.kind());
        } catch (JsonSyntaxException e) {
            return failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "text: this is not JSON: %s.".formatted(e.getMessage()));
        }
    }
}
