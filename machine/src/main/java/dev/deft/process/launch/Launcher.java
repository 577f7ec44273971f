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

/// Starts commands, all behind the same fence.
public interface Launcher extends AutoCloseable {

    /// The fence.
    Tier tier();

    /// Starts a command.
    ///
    /// @param sink takes its output, on the job's own thread
    Job launch(LaunchRequest order, OutputSink sink) throws IOException, InterruptedException;

    /// Starts a command that sees an overlay in place of the workspace.
    ///
    /// @param capture keeps its output
    /// @param places where what it changes may lie
    /// @return nothing where there are no overlays
    default Optional<Aside> launchAside(
            LaunchRequest order, Function<Overlay, Capture> capture, List<Path> places)
            throws IOException, InterruptedException {
        return Optional.empty();
    }

    /// Whether the fence holds what is inside when we are gone.
    default boolean outlivable() {
        return false;
    }

    /// Starts a command that outlives us; only behind a fence that holds without us.
    default DetachedFiles.Note launchLasting(LaunchRequest order, DetachedFiles files)
            throws IOException, InterruptedException {
        throw new IllegalStateException(tier() + " does not hold without us");
    }

    /// A command at work aside.
    record Aside(Job job, Overlay overlay, Capture capture) {}

    /// Ends every job at once, and the fence with them.
    @Override
    void close();
}
