package dev.deft.engine.program;

import dev.deft.json.Json;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What a file says about a tool that is a program.
///
/// @param id the name of the file without its extension
/// @param parameters the JSON Schema of its input
/// @param command with the paths of programs that lie beside the file
/// @param origin where it comes from
public record ToolDescription(
        String id,
        String text,
        Json.Obj parameters,
        List<String> command,
        RequirementSet requires,
        Duration timeout,
        ToolCategory category,
        ToolKind kind,
        Origin origin) {

    public ToolDescription {
        command = List.copyOf(command);
    }

    /// Where a description comes from.
    ///
    /// @param file that has it
    /// @param name of the file for messages
    /// @param content of the file when it was read
    /// @param project whether it belongs to the workspace, and not to the user
    public record Origin(Path file, String name, String content, boolean project) {}
}
