package dev.deft.agent.session;

import dev.deft.agent.model.Part;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.List;

/// The images and documents that a model gets with a result.
public final class CallMedia {

    private CallMedia() {}

    public static List<Part.Media> of(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Output output
                        && !output.attachments().isEmpty()
                ? output.attachments().stream()
                        .map(it -> new Part.Media(it.mimeType(), it.content()))
                        .toList()
                : List.of();
    }
}
