package dev.deft.os;

import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.run.PreparedCall;

/// The handles of one call beside its files and commands. Each is opened on first use.
public interface CallHandles {

    default Network net() {
        return Network.NONE;
    }

    /// Opens the handles of calls.
    @FunctionalInterface
    interface Opener {

        /// For sessions whose calls have files and commands only.
        static Opener none() {
            return (_, _, _) -> new CallHandles() {};
        }

        /// @param lifetime which every handle checks before it acts
        CallHandles open(PreparedCall<?> call, Progress progress, CallLifetime lifetime);
    }
}
