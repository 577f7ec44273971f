package dev.deft.os;

import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.run.LookModeFailure;
import dev.deft.run.Mode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;

/// Opens the shell of a session for its calls.
@FunctionalInterface
public interface ShellOpener {

    /// For sessions that run no commands. A method, since a constant of an interface with default
    /// methods is made at every start of a program.
    static ShellOpener none() {
        return _ -> Shell.none();
    }

    Shell open(Surface surface);

    /// Whether a command can run aside, so that nothing it does takes effect.
    default boolean dryRuns() {
        return false;
    }

    /// What the command that a call ran aside would change, and how it ended.
    default Optional<String> preview(String callId) throws IOException {
        return Optional.empty();
    }

    /// Drops what the command that a call ran aside has changed there, unless it was kept.
    default void dropDryRun(String callId) throws IOException {}

    /// What a call lends its commands.
    ///
    /// @param changes takes over what they change, where that is to be undone
    /// @param mode how they run
    /// @param shortfalls is told when one seems to have needed more than look mode
    record Surface(
            String callId,
            Progress progress,
            Spill sidecar,
            CommandChangeRecorder changes,
            CallLifetime lifeline,
            Mode mode,
            Consumer<LookModeFailure> shortfalls) {

        public Surface(
                String callId,
                Progress progress,
                Spill sidecar,
                CommandChangeRecorder changes,
                CallLifetime lifeline) {
            this(callId, progress, sidecar, changes, lifeline, Mode.FULL, _ -> {});
        }
    }

    /// Opens the call's sidecar.
    @FunctionalInterface
    interface Spill {

        OutputStream open() throws IOException;
    }
}
