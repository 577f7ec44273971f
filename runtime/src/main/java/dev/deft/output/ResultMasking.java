package dev.deft.output;

import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Masks secrets in the result of a call, before it is shown or recorded.
public record ResultMasking(SecretMask mask) {

    /// Masked data.
    record Data(Json.Obj json) {}

    /// Masks sentences.
    public List<String> notes(List<String> notes) {
        List<String> masked = new ArrayList<>(notes.size());
        for (String note : notes) {
            masked.add(mask.text(note));
        }
        return masked;
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
        for (Map.Entry<String, Json> entry : output.metadata().entrySet()) {
            metadata.put(entry.getKey(), mask.json(entry.getValue()));
        }
        return new ToolResult.Output(
                data(output.data()),
                mask.text(output.text()),
                mask.text(output.title()),
                output.attachments(),
                output.head(),
                metadata);
    }

    @SuppressWarnings("ReferenceEquality")
    private Record data(Record data) {
        Json.Obj plain = json(data);
        Json.Obj masked = mask.json(plain);
        return masked == plain ? data : new Data(masked);
    }

    /// The data as JSON.
    public static Json.Obj json(Record data) {
        return data instanceof Data masked ? masked.json() : Records.write(data);
    }
}
