package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Optional;

/// Writes the results of a dialect, and sets the order of its calls and messages.
interface ResultShape {

    /// Writes an output.
    ///
    /// @param data the data of the tool, already mapped
    Json success(Json data, ToolResult.Output output, Envelope envelope);

    /// Writes an error.
    ///
    /// @param tool empty if there is no such tool
    Json failure(Optional<DialectTool> tool, ToolResult.Failure failure, Envelope envelope);

    /// The text of a written result, if it has one.
    default Optional<String> text(Json result) {
        return Optional.empty();
    }

    /// The order in which the calls of one step run.
    default CallOrder order() {
        return CallOrder.SEQUENTIAL;
    }

    /// Whether a message that arrives during a run cancels the run.
    default boolean newMessageCancels() {
        return false;
    }
}
