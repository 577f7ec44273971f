package dev.deft.registry;

import dev.deft.host.ErrorCode;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;

/// What the model reads of a result: plain text, and where the rest of it is.
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
                                            + ", which read can open]")
                            .orElse(output.text());
        };
    }
}
