package dev.deft.output;

import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.tool.ToolResult;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Masks secrets in the result of a call, before it is shown or recorded.
public record ResultMasking(SecretMask mask) {

    /// Masked data.
    record Data(Json.Obj json) {}

    /// Data and what was written of it.
    private record Written(Record data, Json.Obj json) {}

    private static volatile WeakReference<Written> last =
            new WeakReference<>(new Written(new Data(Json.Obj.EMPTY), Json.Obj.EMPTY));

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

    /// The data as JSON. The last one is remembered until the garbage collector needs the room: the
    /// data of a result is wanted by the mask, the log and the event.
    @SuppressWarnings("ReferenceEquality")
    public static Json.Obj json(Record data) {
        if (data instanceof Data masked) {
            return masked.json();
        }
        Written known = last.get();
        if (known != null && known.data == data) {
            return known.json;
        }
        Json.Obj json = Records.write(data);
        last = new WeakReference<>(new Written(data, json));
        return json;
    }
}
