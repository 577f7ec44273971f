package dev.deft.run;

import dev.deft.registry.DialectTool;
import java.util.Optional;

/// A call and its tool, so that the name is looked up only once.
///
/// @param tool empty if the call names an unknown tool
public record ResolvedCall(ToolCall call, Optional<DialectTool> tool) {

    public String callId() {
        return call.callId();
    }

    /// The name of the tool, in its own case if the tool is known.
    public String name() {
        return tool.isPresent() ? tool.get().name() : call.tool();
    }
}
