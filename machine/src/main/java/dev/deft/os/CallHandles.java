package dev.deft.os;

import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.run.PreparedCall;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The handles of one call beside its files and commands. Each is opened on first use.
public interface CallHandles {

    /// Tells others of the result of the call, who may add to it.
    default ToolResult.Output told(ToolResult.Output output) throws InterruptedException {
        return output;
    }

    default Network net() {
        return Network.NONE;
    }

    /// {@return what the tool asks for by its type; empty if the session has none}
    default <T> Optional<T> find(Class<T> type) throws IOException {
        return Optional.empty();
    }

    /// Adds to the result of a call what its changes of files bring.
    ///
    /// @param changes in the order they were made; at least one
    default ToolResult.Output reviewed(
            ToolResult.Output output, List<WorkspaceFiles.Changed> changes)
            throws InterruptedException {
        return output;
    }

    /// Opens the handles of calls.
    @FunctionalInterface
    interface Opener {

        /// For sessions whose calls have files and commands only.
        static Opener none() {
            return (_, _, _) -> new CallHandles() {};
        }

        /// Opens the handles of a call.
        ///
        /// @param lifetime which every handle checks before it acts
        CallHandles open(PreparedCall<?> call, Progress progress, CallLifetime lifetime);
    }
}
