package dev.deft.agent.loop;

import java.util.List;
import java.util.function.BooleanSupplier;

/// Sub-agents that work beside a run: what they cost counts into it, and those in the background
/// report by messages.
public interface SideWork {

    /// None.
    SideWork NONE =
            new SideWork() {
                @Override
                public boolean await(BooleanSupplier arrived) {
                    return false;
                }

                @Override
                public List<RunOutcome> takeEnded() {
                    return List.of();
                }
            };

    /// Waits until a message has arrived or nothing works in the background any more.
    ///
    /// @param arrived whether a message waits
    /// @return whether a message waits; false at once if a run does not wait for work in the
    ///   background
    /// @throws InterruptedException if the run was cancelled
    boolean await(BooleanSupplier arrived) throws InterruptedException;

    /// The outcomes since the last time, each once.
    List<RunOutcome> takeEnded();
}
