package dev.deft.run;

import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.util.Optional;

/// Records calls. A result is durable when its method returns.
public interface CallJournal {

    /// Records nothing.
    CallJournal NONE =
            new CallJournal() {
                @Override
                public Intent intent(ToolCall call, PreparedCall<?> prepared) {
                    return Intent.DURABLE;
                }

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {}

                @Override
                public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {}
            };

    /// Records that a call is about to run, before the tool starts.
    ///
    /// @return to wait for before the call acts
    Intent intent(ToolCall call, PreparedCall<?> prepared) throws IOException;

    /// The record of a call that is about to run. A call that only reads need not wait for the
    /// disk: its result does, and covers it.
    @FunctionalInterface
    interface Intent {

        /// Nothing to wait for.
        Intent DURABLE = () -> {};

        /// Waits until the intent is durable. Ignores interrupts.
        ///
        /// @throws IOException if it cannot be; then the call must not act
        void await() throws IOException;
    }

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
