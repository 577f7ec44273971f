package dev.deft.registry;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.reference.NamedResults;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;

/// The result as text for the model, with the path of the sidecar.
public final class ModelText {

    private ModelText() {}

    public static String of(Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Failure(ErrorCode _, String message) -> message;
            case ToolResult.Output output ->
                    envelope.sidecar()
                            .map(it ->
                                    output.text()
                                            + "\n[cut here; all of it is in "
                                            + it
                                            + ", which read can open"
                                            + name(output)
                                            + "]")
                            .orElse(output.text());
        };
    }

    private static String name(ToolResult.Output output) {
        return output.metadata().get(NamedResults.FIELD) instanceof Json.Str(String name)
                ? "; as an argument of another call, \"" + name + "\" stands for all of it"
                : "";
    }
}
