package dev.deft.agent.command;

import dev.deft.agent.model.Part;
import java.util.List;

/// A slash command as it is sent to the model.
///
/// @param parts the prompt, then the files it refers to
public record ExpandedCommand(List<Part> parts) {

    /// Copies the list.
    public ExpandedCommand {
        parts = List.copyOf(parts);
    }
}
