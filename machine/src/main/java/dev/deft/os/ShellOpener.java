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

    /// For sessions that run no commands. This is a method because a constant in an interface with
    /// default methods is initialized at every start of the program.
    static ShellOpener none() {
        return _ -> Shell.none();
    }

    Shell open(Surface surface);

    /// Whether commands can be dry-run.
    default boolean dryRuns() {
        return false;
    }

    /// Describes what the dry-run command of a call would change and how it ended.
    default Optional<String> preview(String callId) throws IOException {
        return Optional.empty();
    }

    /// Drops the changes of a call's dry run, unless they were kept.
    default void dropDryRun(String callId) throws IOException {}

    /// What a call provides to its commands.
    ///
    /// @param changes records their changes, where those can be undone
    /// @param mode how they run
    /// @param lookModeFailures receives commands that seem to have failed because of look mode
    record Surface(
            String callId,
            Progress progress,
            Spill sidecar,
            CommandChangeRecorder changes,
            CallLifetime lifetime,
            Mode mode,
            Consumer<LookModeFailure> lookModeFailures) {

        public Surface(
                String callId,
                Progress progress,
                Spill sidecar,
                CommandChangeRecorder changes,
                CallLifetime lifetime) {
            this(callId, progress, sidecar, changes, lifetime, Mode.FULL, _ -> {});
        }
    }

    /// Opens the sidecar of the call.
    @FunctionalInterface
    interface Spill {

        OutputStream open() throws IOException;
    }
}
