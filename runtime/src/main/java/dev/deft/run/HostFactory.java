package dev.deft.run;

import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes the world a call may see.
public interface HostFactory {

    /// For finding out where paths lead, before anything is allowed; it opens nothing.
    WorkspaceFiles pathResolver();

    /// What the session has set: every command gets it, so it is part of what is judged.
    default Map<String, String> variables() {
        return Map.of();
    }

    /// A host narrowed to what this call may touch. One in full mode takes over what a dry run of
    /// the same call has kept aside, instead of doing it again.
    CallHost open(PreparedCall<?> call, Progress progress) throws IOException;

    /// Whether this call can run in [Mode#DRY_RUN] before it is approved.
    default boolean canDryRun(PreparedCall<?> call) {
        return false;
    }

    /// Drops what a dry run of this call has kept aside and no other host has taken over.
    default void discardDryRun(PreparedCall<?> call) throws IOException {}

    /// The host of one call, which ends with it.
    interface CallHost extends Host {

        /// From now on every handle refuses to work; a tool that does not stop can do no harm.
        void revoke();

        /// Makes a sidecar of this text, in place of what the tool may have begun.
        Path spill(String all) throws IOException;

        /// Ends the sidecar.
        ///
        /// @param keep whether the result shows only its head
        /// @return where it is, when it was begun and is kept
        Optional<Path> closeSidecar(boolean keep) throws IOException;

        /// What is to be known about the sidecar, a sentence for each.
        default List<String> sidecarNotes() {
            return List.of();
        }

        /// Whether a command of this call seems to have needed more than look mode gives it.
        default Optional<LookModeFailure> lookModeFailure() {
            return Optional.empty();
        }

        /// What the call would do, for the approver to read; nothing where a dry run cannot tell.
        default Optional<String> preview() throws IOException {
            return Optional.empty();
        }
    }
}
