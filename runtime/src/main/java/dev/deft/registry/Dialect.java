package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.util.List;
import java.util.Optional;

/// The names, parameters and limits of tools as callers see them.
public interface Dialect {

    String name();

    /// The tools, in the order for models.
    List<DialectTool> tools();

    Optional<DialectTool> find(String name);

    /// The result in the format of this dialect.
    ///
    /// @param tool empty if the call names an unknown tool
    Json render(Optional<DialectTool> tool, Envelope envelope);

    /// The result as text for the model.
    String modelText(Optional<DialectTool> tool, Envelope envelope);

    /// The order in which the calls of one step run.
    CallOrder order();

    /// Whether a message that arrives during a run cancels the run instead of waiting for it.
    default boolean newMessageCancels() {
        return false;
    }
}
