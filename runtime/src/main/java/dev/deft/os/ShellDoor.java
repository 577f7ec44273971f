package dev.deft.os;

import dev.deft.host.Progress;
import dev.deft.host.Shell;
import java.io.IOException;
import java.io.OutputStream;

/// Opens the shell of a session for its calls.
@FunctionalInterface
public interface ShellDoor {

    /// For sessions that run no commands.
    ShellDoor NONE = _ -> Shell.none();

    Shell open(Surface surface);

    /// What a call lends its commands.
    ///
    /// @param changes takes over what they change, where that is to be undone
    record Surface(
            String callId,
            Progress progress,
            Spill sidecar,
            ChangeKeeper changes,
            Lifeline lifeline) {}

    /// Opens the call's sidecar.
    @FunctionalInterface
    interface Spill {

        OutputStream open() throws IOException;
    }
}
