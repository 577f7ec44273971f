package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.ModelText;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Results with a title, metadata and the text for the model.
final class OpencodeDialect implements ResultShape {

    static final Map<String, Mapping> MAPPINGS = mappings();

    private static Map<String, Mapping> mappings() {
        Map<String, Mapping> all = new HashMap<>(OpencodeFiles.MAPPINGS);
        all.putAll(ShellMappings.OPENCODE);
        all.put("todoread", new Mapping(_ -> reading(), it -> it));
        return all;
    }

    private static Json.Obj reading() {
        return Json.Obj.EMPTY
                .with("todos", new Json.Arr(List.of()))
                .with("read", new Json.Bool(true));
    }

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        Json.Obj metadata = data instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        Json.Obj known =
                said(output)
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
        Json.Obj located =
                envelope.sidecar()
                        .map(it -> known.with("output_path", it.toString()))
                        .orElse(known);
        Json.Obj result =
                result(
                        output.title(),
                        EnvelopeJson.noted(envelope, located),
                        text(metadata, envelope));
        return output.attachments().isEmpty()
                ? result
                : result.with(
                        "attachments",
                        new Json.Arr(
                                output.attachments().stream()
                                        .<Json>map(OpencodeDialect::file)
                                        .toList()));
    }

    /// What the call said to programs while it ran; the result itself comes before it.
    private static Json.Obj said(ToolResult.Output output) {
        return output.metadata().get(EnvelopeJson.PROGRESS) instanceof Json.Obj said
                ? said
                : Json.Obj.EMPTY;
    }

    /// A mapper may have made the text; a list of todos goes out as JSON, everything else as the
    /// text the model reads.
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
    public Json failure(String name, ToolResult.Failure why, Envelope envelope) {
        Json.Obj metadata =
                Json.Obj.EMPTY.with("error", why.message()).with("code", why.code().wire());
        return result(name, EnvelopeJson.noted(envelope, metadata), why.message());
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
