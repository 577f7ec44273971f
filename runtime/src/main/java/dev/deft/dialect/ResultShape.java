package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.Optional;

/// How a dialect writes results and takes its turns.
interface ResultShape {

    /// Writes an output.
    ///
    /// @param data the catalogue's data, already reshaped for this dialect's tool
    Json success(Json data, ToolResult.Output output, Envelope envelope);

    /// Writes an error.
    ///
    /// @param name what the caller called
    Json failure(String name, ToolResult.Failure why, Envelope envelope);

    /// The words of a written result, where it is made of words.
    default Optional<String> text(Json result) {
        return Optional.empty();
    }

    /// How the calls of one turn follow each other.
    default CallOrder order() {
        return CallOrder.ONE_BY_ONE;
    }
}
