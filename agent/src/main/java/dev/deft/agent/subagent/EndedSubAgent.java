package dev.deft.agent.subagent;

import dev.deft.host.ErrorCode;
import dev.deft.tool.ToolResult;
import java.util.Optional;

/// How a sub-agent ended.
///
/// @param sessionId of its session, which can be continued
/// @param agent its name
/// @param text its last text
/// @param note why it did not finish; the text may be of use all the same
/// @param failure the code, if there is nothing to use
public record EndedSubAgent(
        String sessionId,
        String agent,
        String text,
        Optional<String> note,
        Optional<ErrorCode> failure) {

    /// The text with the note, as a model reads it.
    public String report() {
        return note.isEmpty()
                ? text
                : text.isBlank() ? note.get() : text + "\n\n[" + note.get() + "]";
    }

    /// A failure for the caller, if there is nothing to use.
    Optional<ToolResult> failed() {
        return failure.map(it -> ToolResult.failure(it, report()));
    }
}
