package dev.deft.os;

import dev.deft.host.WorkspaceFiles;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.run.PreparedCall;
import java.io.IOException;

/// Opens the files of the workspace for calls.
public interface WorkspaceOpener {

    /// Opens the files for resolving paths only; nothing is changed or repaired.
    WorkspaceFiles forResolving() throws IOException, InterruptedException;

    /// Creates the recorder for what the commands of a call change.
    default CommandChangeRecorder changeRecorder(PreparedCall<?> call) {
        throw new UnsupportedOperationException("changes of commands are not recorded here");
    }

    /// Opens the files that a call may access. Interrupted changes are repaired first, unless the
    /// call is a dry run.
    WorkspaceFiles open(PreparedCall<?> call) throws IOException, InterruptedException;
}
