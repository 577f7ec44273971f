package dev.deft.tools.data;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Encodes a text as Base64.
public final class Base64EncodeTool implements Tool<Base64EncodeTool.Params> {

    public record Params(@Doc("The text to encode") String text) {}

    /// The Base64 of the text's UTF-8 bytes.
    public record Data(String encoded) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("base64_encode", Params.class, ToolCategory.DATA, ToolKind.OTHER);
    }

    @Override
    public ToolResult run(Params params, Host host) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(params.text())) {
            return failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "text: it contains half of a surrogate pair, which cannot be encoded.");
        }
        byte[] bytes = params.text().getBytes(StandardCharsets.UTF_8);
        String encoded = Base64.getEncoder().encodeToString(bytes);
        return ToolResult.output(
                new Data(encoded), encoded, "Encoded %d bytes".formatted(bytes.length));
    }
}
