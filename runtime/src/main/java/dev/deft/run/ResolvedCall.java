package dev.deft.run;

import dev.deft.registry.DialectTool;
import java.util.Optional;

/// A call and the tool that its name means. A name is looked up once: whoever needs the tool before
/// or after the call takes it from here.
///
/// @param tool nothing when the call names none
public record ResolvedCall(ToolCall call, Optional<DialectTool> tool) {

    public String callId() {
        return call.callId();
    }

    /// What the tool is called: in its own case, where there is such a tool.
    public String name() {
        return tool.isPresent() ? tool.get().name() : call.tool();
    }
}
