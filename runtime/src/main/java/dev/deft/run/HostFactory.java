package dev.deft.run;

import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates the host of each call.
public interface HostFactory {

    /// Resolves paths before the call is allowed, without opening files.
    WorkspaceFiles pathResolver();

    /// The environment variables set by the session. Every command gets them, so the gates consider
    /// them.
    default Map<String, String> variables() {
        return Map.of();
    }

    /// Creates a host restricted to what the call may touch. In full mode the host applies the
    /// changes of a dry run of the same call instead of repeating them.
    CallHost open(PreparedCall<?> call, Progress progress) throws IOException;

    /// The same for a call whose intent may not be durable yet. A host that overrides this waits
    /// for the intent before the call acts.
    default CallHost open(PreparedCall<?> call, Progress progress, CallJournal.Intent intent)
            throws IOException {
        intent.await();
        return open(call, progress);
    }

    /// Whether the host supports [Mode#DRY_RUN] for this call.
    default boolean canDryRun(PreparedCall<?> call) {
        return false;
    }

    /// Discards the changes of a dry run that were not applied.
    default void discardDryRun(PreparedCall<?> call) throws IOException {}

    /// The host of one call.
    interface CallHost extends Host {

        /// Makes every method of the host fail from now on, so that a tool that does not stop has
        /// no effect.
        void revoke();

        /// Writes the text to a sidecar, replacing the one the tool has started.
        Path spill(String all) throws IOException;

        /// Closes the sidecar.
        ///
        /// @param keep false deletes it
        /// @return its path if there is one
        Optional<Path> closeSidecar(boolean keep) throws IOException;

        /// Sentences about the sidecar for the reader of the result.
        default List<String> sidecarNotes() {
            return List.of();
        }

        /// Adds to the result what the host has noticed about the changes of the call, such as the
        /// errors they bring. Called once, after the host was revoked.
        default ToolResult.Output completed(ToolResult.Output output) throws InterruptedException {
            return output;
        }

        /// Why a command of this call probably failed in look mode.
        default Optional<LookModeFailure> lookModeFailure() {
            return Optional.empty();
        }

        /// What the call would do, for the approver; empty if a dry run cannot tell.
        default Optional<String> preview() throws IOException {
            return Optional.empty();
        }
    }
}
