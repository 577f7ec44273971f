package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.feature.McpContent;
import dev.deft.mcp.server.feature.ResourceContent;
import dev.deft.mcp.server.feature.ResourceEntry;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of a call as MCP has it: text and data of an output, or an error for the model.
final class ResultContent {

    private ResultContent() {}

    /// @param text for the model
    static Json.Obj of(Envelope envelope, String text, Revision revision) {
        return switch (envelope.result()) {
            case ToolResult.Failure failure ->
                    Json.Obj.EMPTY
                            .with("content", new Json.Arr(List.of(McpContent.text(text))))
                            .with("isError", new Json.Bool(true))
                            .with(
                                    "_meta",
                                    Json.Obj.EMPTY.with("dev.deft/code", failure.code().wire()));
            case ToolResult.Output output -> output(envelope, output, text, revision);
        };
    }

    private static Json.Obj output(
            Envelope envelope, ToolResult.Output output, String text, Revision revision) {
        List<Json> content = new ArrayList<>();
        if (!text.isEmpty() || output.attachments().isEmpty()) {
            content.add(McpContent.text(text));
        }
        output.attachments().forEach(it -> content.add(attachment(it, revision)));
        if (revision.since(Revision.V2025_06_18)) {
            envelope.sidecar().ifPresent(it -> content.add(link(it)));
        }
        Json.Obj result = Json.Obj.EMPTY.with("content", new Json.Arr(content));
        return revision.since(Revision.V2025_06_18)
                ? result.with("structuredContent", EnvelopeJson.data(envelope, output))
                : result;
    }

    private static Json link(Path sidecar) {
        return McpContent.link(
                new ResourceEntry(
                        sidecar.toUri().toString(),
                        String.valueOf(sidecar.getFileName()),
                        Optional.of("The complete output."),
                        Optional.of("text/plain")));
    }

    private static Json attachment(Attachment attachment, Revision revision) {
        String type = attachment.mimeType();
        if (type.startsWith("image/")) {
            return McpContent.image(type, attachment.content());
        }
        if (type.startsWith("audio/") && revision.since(Revision.V2025_03_26)) {
            return McpContent.audio(type, attachment.content());
        }
        String uri =
                attachment.name().contains("://")
                        ? attachment.name()
                        : "deft://attachment/"
                                + URLEncoder.encode(attachment.name(), StandardCharsets.UTF_8);
        return McpContent.resource(
                type.startsWith("text/") || type.equals("application/json")
                        ? new ResourceContent.Text(
                                uri,
                                Optional.of(type),
                                attachment.content().text(StandardCharsets.UTF_8))
                        : new ResourceContent.Blob(uri, Optional.of(type), attachment.content()));
    }
}
