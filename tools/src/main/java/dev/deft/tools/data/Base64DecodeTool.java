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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Decodes Base64 to text.
public final class Base64DecodeTool implements Tool<Base64DecodeTool.Params> {

    public record Params(@Doc("The Base64 to decode") String encoded) {}

    /// The decoded text.
    public record Data(String decoded) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("base64_decode", Params.class, ToolCategory.DATA, ToolKind.OTHER);
    }

    @Override
    public ToolResult run(Params params, Host host) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(standard(params.encoded()));
        } catch (IllegalArgumentException e) {
            return failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "encoded: this is not Base64: %s.".formatted(e.getMessage()));
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return ToolResult.output(
                    new Data(text), text, "Decoded %d bytes".formatted(bytes.length));
        } catch (CharacterCodingException _) {
            return failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "encoded: this is Base64 of %d bytes that are not UTF-8 text; only text can be shown."
                            .formatted(bytes.length));
        }
    }

    /// Accepts the URL-safe alphabet and line breaks too.
    private static String standard(String encoded) {
        return encoded.replaceAll("\\s+", "").replace('-', '+').replace('_', '/');
    }
}
