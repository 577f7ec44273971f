package dev.deft.run;

import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.util.Optional;

/// Records calls. An entry is durable when its method returns.
public interface CallJournal {

    /// Records nothing.
    CallJournal NONE =
            new CallJournal() {
                @Override
                public void intent(ToolCall call, PreparedCall<?> prepared) {}

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {}

                @Override
                public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
            };

    /// Called before the tool starts.
    void intent(ToolCall call, PreparedCall<?> prepared) throws IOException;

    /// Records who allowed or denied the call, and by which rule. This entry is durable only when
    /// the following intent or result is.
    void decision(ToolCall call, Gates.Decision decision) throws IOException;

    /// Records the decision to rerun a call in full mode after look mode. This entry is durable
    /// when the method returns, since no other intent follows.
    default void rerunDecision(ToolCall call, Gates.Decision decision) throws IOException {
        decision(call, decision);
    }

    /// Called after the tool has ended, before the result is returned and published.
    ///
    /// @param tool empty if the call names an unknown tool
    void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) throws IOException;
}
