package dev.deft.os;

import dev.deft.host.WorkspaceFiles;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.run.PreparedCall;
import java.io.IOException;

/// Opens the files of the workspace.
public interface WorkspaceOpener {

    /// For finding out where paths lead; nothing is changed or repaired for it.
    WorkspaceFiles scout() throws IOException, InterruptedException;

    /// Takes over what the commands of a call change.
    default CommandChangeRecorder keeper(PreparedCall<?> call) {
        throw new UnsupportedOperationException("this door keeps no changes");
    }

    /// Narrowed to what a call may touch. What was left half done is repaired first, unless the
    /// call is a dry run.
    WorkspaceFiles open(PreparedCall<?> call) throws IOException, InterruptedException;
}
