package dev.deft.tools.data;

import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.json.JsonCodec;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.util.Optional;

/// Formats a value as JSON text.
public final class JsonStringifyTool implements Tool<JsonStringifyTool.Params> {

    private final JsonCodec codec;

    public JsonStringifyTool(JsonCodec codec) {
        this.codec = codec;
    }

    public record Params(
            @Doc("Any JSON value") Json data,
            @Doc("Whether to indent the text") Optional<Boolean> pretty) {}

    /// The value as text.
    public record Data(String text) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("json_stringify", Params.class, ToolCategory.DATA, ToolKind.OTHER);
    }

    @Override
    public ToolResult run(Params params, Host host) {
        boolean pretty = params.pretty().orElse(false);
        String text =
                codec.write(
                        params.data(),
                        pretty ? JsonCodec.Layout.INDENTED : JsonCodec.Layout.COMPACT);
        return ToolResult.output(new Data(text), text, "Wrote " + params.data().kind());
    }
}
