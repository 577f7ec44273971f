package dev.deft.output;

import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;

/// Masks secrets in the result of a call, before it is shown or recorded.
public record ResultMasking(SecretMask mask) {

    /// Masked data.
    record Data(Json.Obj json) {}

    public Envelope of(Envelope envelope) {
        return new Envelope(
                envelope.callId(),
                of(envelope.result()),
                envelope.started(),
                envelope.took(),
                envelope.sidecar(),
                envelope.notes().stream().map(mask::text).toList());
    }

    /// No pattern switch: linking one would add a fifth to the time of a short command.
    public ToolResult of(ToolResult result) {
        if (result instanceof ToolResult.Output output) {
            return of(output);
        }
        var failure = (ToolResult.Failure) result;
        return ToolResult.failure(failure.code(), mask.text(failure.message()));
    }

    private ToolResult.Output of(ToolResult.Output output) {
        Map<String, Json> metadata = new LinkedHashMap<>();
        output.metadata().forEach((name, value) -> metadata.put(name, mask.json(value)));
        return new ToolResult.Output(
                data(output.data()),
                mask.text(output.text()),
                mask.text(output.title()),
                output.attachments(),
                output.head(),
                metadata);
    }

    private Record data(Record data) {
        Json.Obj plain = json(data);
        return mask.containsSecret(plain) ? new Data(mask.json(plain)) : data;
    }

    /// The data as JSON.
    public static Json.Obj json(Record data) {
        return data instanceof Data masked ? masked.json() : Records.write(data);
    }
}
