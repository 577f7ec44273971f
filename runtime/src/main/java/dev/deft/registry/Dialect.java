package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.util.List;
import java.util.Optional;

/// The names, shapes and limits under which callers know the tools.
public interface Dialect {

    String name();

    /// The tools in the order a model sees them.
    List<DialectTool> tools();

    Optional<DialectTool> find(String name);

    /// The result in this dialect's shape.
    ///
    /// @param tool nothing when the call named no tool of this dialect
    Json render(Optional<DialectTool> tool, Envelope envelope);

    /// What a model reads of the result.
    String modelText(Optional<DialectTool> tool, Envelope envelope);

    /// The order in which the calls of one step run.
    CallOrder order();
}
