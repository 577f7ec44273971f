package dev.deft.run;

import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.util.Optional;

/// Where calls are written down. What was recorded is durable when the method returns.
public interface CallJournal {

    /// For callers that keep no record.
    CallJournal NONE =
            new CallJournal() {
                @Override
                public void intent(ToolCall call, PreparedCall<?> prepared) {}

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {}

                @Override
                public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
            };

    /// Before the tool starts.
    void intent(ToolCall call, PreparedCall<?> prepared) throws IOException;

    /// Who allowed or refused what, and by which rule. The one exception: it is durable once the
    /// intent or the result that follows is.
    void decision(ToolCall call, Gates.Decision decision) throws IOException;

    /// Who let a call run again, in full, after it ran in look mode, or refused that. It is durable
    /// when the method returns, since no other intent follows.
    default void rerunDecision(ToolCall call, Gates.Decision decision) throws IOException {
        decision(call, decision);
    }

    /// After the tool ended, and before anyone is told.
    ///
    /// @param tool nothing when the call named none
    void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) throws IOException;
}
