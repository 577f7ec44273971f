package dev.deft.process.launch;

import dev.deft.overlay.Overlay;
import dev.deft.process.background.DetachedFiles;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.output.Capture;
import dev.deft.process.output.OutputSink;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Starts commands, all in the same kind of sandbox.
public interface Launcher extends AutoCloseable {

    Tier tier();

    /// Starts a command. If its request says that it is awaited, nobody reads its output before
    /// [Job#await] is called.
    ///
    /// @param sink receives its output on the thread that awaits it, or on the job's own
    Job launch(LaunchRequest request, OutputSink sink) throws IOException, InterruptedException;

    /// Starts a command that sees an overlay instead of the workspace.
    ///
    /// @param capture keeps its output
    /// @param directories candidate directories for the overlay
    /// @return empty if overlays do not work here
    default Optional<OverlayRun> launchOnOverlay(
            LaunchRequest request, Function<Overlay, Capture> capture, List<Path> directories)
            throws IOException, InterruptedException {
        return Optional.empty();
    }

    /// Whether the sandbox still confines commands after this process has ended.
    default boolean canDetach() {
        return false;
    }

    /// Starts a detached command; only if [#canDetach].
    default DetachedFiles.ProcessInfo launchDetached(LaunchRequest request, DetachedFiles files)
            throws IOException, InterruptedException {
        throw new IllegalStateException(tier() + " cannot run detached commands");
    }

    /// A command that runs on an overlay.
    record OverlayRun(Job job, Overlay overlay, Capture capture) {}

    /// Kills all jobs and closes the sandbox.
    @Override
    void close();
}
