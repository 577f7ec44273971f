package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.output.ResultMasking;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;

/// Writes envelopes as JSON.
public final class EnvelopeJson {

    /// The field of the metadata with the metadata of progress updates.
    public static final String PROGRESS = "progress";

    private EnvelopeJson() {}

    public static Json.Obj write(Envelope envelope) {
        if (envelope.result() instanceof ToolResult.Output output) {
            return Json.Obj.EMPTY
                    .with("type", "output")
                    .with("data", data(envelope, output))
                    .with("metadata", metadata(envelope, output));
        }
        var failure = (ToolResult.Failure) envelope.result();
        return Json.Obj.EMPTY
                .with("type", "error")
                .with("error_text", failure.message())
                .with(
                        "metadata",
                        withNotes(
                                envelope, duration(envelope).with("code", failure.code().wire())));
    }

    /// The data of an output. Truncated output also has the head of the text.
    public static Json.Obj data(Envelope envelope, ToolResult.Output output) {
        Json.Obj data = ResultMasking.json(output.data());
        if (!envelope.truncated()) {
            return data;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("head", new Json.Str(output.text()));
        fields.putAll(data.fields());
        return new Json.Obj(fields);
    }

    private static Json.Obj metadata(Envelope envelope, ToolResult.Output output) {
        Json.Obj metadata =
                withNotes(
                        envelope,
                        withOwnMetadata(duration(envelope), output).with("title", output.title()));
        return envelope.sidecar()
                .map(it ->
                        metadata.with("truncated", new Json.Bool(true))
                                .with("output_path", it.toString()))
                .orElse(metadata);
    }

    /// Adds the conversions of the arguments to the metadata.
    public static Json.Obj withNotes(Envelope envelope, Json.Obj metadata) {
        return envelope.notes().isEmpty()
                ? metadata
                : metadata.with("notes", Json.Arr.ofTexts(envelope.notes()));
    }

    private static Json.Obj withOwnMetadata(Json.Obj metadata, ToolResult.Output output) {
        Json.Obj all = metadata;
        for (Map.Entry<String, Json> it : output.metadata().entrySet()) {
            all = all.with(it.getKey(), it.getValue());
        }
        return all;
    }

    private static Json.Obj duration(Envelope envelope) {
        return Json.Obj.EMPTY.with("duration_ms", Json.Num.of(envelope.took().toMillis()));
    }
}
