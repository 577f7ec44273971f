package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.ModelText;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Base64;
import java.util.Optional;

/// Writes results with a title, metadata and the text for the model.
final class OpencodeResults implements ResultShape {

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        Json.Obj metadata = data instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        Json.Obj fields =
                progress(output)
                        .withAll(metadata)
                        .without("attachments")
                        .without("output")
                        .without("head")
                        .without("more")
                        .with(
                                "truncated",
                                new Json.Bool(
                                        envelope.truncated()
                                                || JsonReshaping.isSet(metadata, "truncated")));
        Json.Obj withPath =
                envelope.sidecar()
                        .map(it -> fields.with("output_path", it.toString()))
                        .orElse(fields);
        Json.Obj result =
                result(
                        output.title(),
                        EnvelopeJson.withNotes(envelope, withPath),
                        text(metadata, envelope));
        return output.attachments().isEmpty()
                ? result
                : result.with(
                        "attachments",
                        new Json.Arr(
                                output.attachments().stream()
                                        .<Json>map(OpencodeResults::file)
                                        .toList()));
    }

    /// What the call reported while it ran; fields of the result override it.
    private static Json.Obj progress(ToolResult.Output output) {
        return output.metadata().get(EnvelopeJson.PROGRESS) instanceof Json.Obj reported
                ? reported
                : Json.Obj.EMPTY;
    }

    /// The text of the mapping if it has one; a list of todos as JSON; else what the model reads.
    private static String text(Json.Obj data, Envelope envelope) {
        if (data.text("output").isPresent()) {
            return data.text("output").get();
        }
        return data.find("todos")
                .map(JsonText::writeIndented)
                .orElseGet(() -> ModelText.of(envelope));
    }

    private static Json file(Attachment attachment) {
        return Json.Obj.EMPTY
                .with("type", "file")
                .with("mime", attachment.mimeType())
                .with("filename", attachment.name())
                .with(
                        "url",
                        "data:"
                                + attachment.mimeType()
                                + ";base64,"
                                + base64(attachment.content()));
    }

    private static String base64(Bytes content) {
        return Base64.getEncoder().encodeToString(content.toArray());
    }

    @Override
    public Json failure(Optional<DialectTool> tool, ToolResult.Failure failure, Envelope envelope) {
        Json.Obj metadata =
                Json.Obj.EMPTY.with("error", failure.message()).with("code", failure.code().wire());
        String name = tool.map(DialectTool::name).orElse("");
        return result(name, EnvelopeJson.withNotes(envelope, metadata), failure.message());
    }

    private static Json.Obj result(String title, Json.Obj metadata, String output) {
        return Json.Obj.EMPTY
                .with("title", title)
                .with("metadata", metadata)
                .with("output", output);
    }

    @Override
    public Optional<String> text(Json result) {
        return ((Json.Obj) result).text("output");
    }
}
