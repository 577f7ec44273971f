package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;

/// How a dialect writes results.
interface ResultShape {

    /// Writes an output.
    ///
    /// @param data the catalogue's data, already reshaped for this dialect's tool
    Json success(Json data, ToolResult.Output output, Envelope envelope);

    /// Writes an error.
    ///
    /// @param name what the caller called
    Json failure(String name, ToolResult.Failure why, Envelope envelope);
}
