package dev.deft.os;

import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.run.Mode;
import dev.deft.run.Shortfall;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/// Opens the shell of a session for its calls.
@FunctionalInterface
public interface ShellDoor {

    /// For sessions that run no commands.
    ShellDoor NONE = _ -> Shell.none();

    Shell open(Surface surface);

    /// What a call lends its commands.
    ///
    /// @param changes takes over what they change, where that is to be undone
    /// @param mode how they run
    /// @param shortfalls is told when one seems to have needed more than look mode
    record Surface(
            String callId,
            Progress progress,
            Spill sidecar,
            ChangeKeeper changes,
            Lifeline lifeline,
            Mode mode,
            Consumer<Shortfall> shortfalls) {

        public Surface(
                String callId,
                Progress progress,
                Spill sidecar,
                ChangeKeeper changes,
                Lifeline lifeline) {
            this(callId, progress, sidecar, changes, lifeline, Mode.FULL, _ -> {});
        }
    }

    /// Opens the call's sidecar.
    @FunctionalInterface
    interface Spill {

        OutputStream open() throws IOException;
    }
}
