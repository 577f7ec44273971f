package dev.deft.os;

import dev.deft.host.WorkspaceFiles;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.run.PreparedCall;
import java.io.IOException;
import java.util.Optional;

/// Opens the files of the workspace for calls.
public interface WorkspaceOpener {

    /// Opens the files for resolving paths only; nothing is changed or repaired.
    WorkspaceFiles forResolving() throws IOException, InterruptedException;

    /// Creates the recorder for what the commands of a call change.
    default CommandChangeRecorder changeRecorder(PreparedCall<?> call) {
        throw new UnsupportedOperationException("changes of commands are not recorded here");
    }

    /// Describes what a call would do to files, for whoever approves it; empty if this cannot be
    /// described.
    default Optional<String> preview(PreviewedChanges previewed) throws IOException {
        return Optional.empty();
    }

    /// Opens the files that a call may access. Interrupted changes are repaired first, unless the
    /// call is a dry run.
    ///
    /// @param lifetime of the call, for the recorder of its changes: see [CallLifetime#over]
    WorkspaceFiles open(PreparedCall<?> call, CallLifetime lifetime)
            throws IOException, InterruptedException;
}
