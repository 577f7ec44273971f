package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell.Cause;
import dev.deft.host.Shell.Command;
import dev.deft.host.Shell.Result;
import dev.deft.os.DisplayPaths;
import dev.deft.os.ShellOpener.Surface;
import dev.deft.os.change.FileChange;
import dev.deft.overlay.Overlay;
import dev.deft.overlay.OverlayChanges;
import dev.deft.overlay.Snapshot;
import dev.deft.process.DryRuns.Trial;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.launch.Launcher;
import dev.deft.process.output.Capture;
import dev.deft.run.Mode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A command whose changes can be undone: it runs on an overlay and its changes are applied at the
/// end. Without overlays, the workspace is compared before and after.
record TrackedRun(OsShells shells, Surface surface) {

    Result run(Command command, LaunchRequest order) throws IOException, InterruptedException {
        String callId = surface.callId();
        Optional<Trial> held = shells.trials().take(callId, command);
        if (held.isPresent()) {
            return keptOutput(held.get());
        }
        Optional<Trial> trial = tried(command, order);
        return trial.isPresent() ? kept(trial.get()) : compared(command, order);
    }

    /// Runs a command on an overlay and keeps the changes until the call is decided.
    Result dryRun(Command command, LaunchRequest order) throws IOException, InterruptedException {
        Trial trial =
                tried(command, order)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE, "Dry runs are not available here."));
        try {
            surface.lifetime().check();
        } catch (HostException e) {
            discard(trial.overlay(), e);
            throw e;
        }
        shells.trials().hold(surface.callId(), trial);
        return trial.ended();
    }

    /// Whether long output must wait like the changes.
    private boolean isDry() {
        return surface.mode() == Mode.DRY_RUN;
    }

    private Optional<Trial> tried(Command command, LaunchRequest order)
            throws IOException, InterruptedException {
        Fence fence = shells.fence();
        Optional<Launcher.Aside> aside =
                fence.launcher().launchAside(order, it -> capture(command, it), shells.drafts());
        if (aside.isEmpty()) {
            return Optional.empty();
        }
        Overlay overlay = aside.get().overlay();
        try {
            Job job = aside.get().job();
            Optional<JobExit> inTime = Foreground.awaited(job, command.timeout());
            Result ended = Foreground.ended(job, inTime, aside.get().capture(), fence);
            if (isDry()) {
                aside.get().capture().closeSpill();
            }
            return Optional.of(new Trial(command, ended, overlay.draft(), overlay));
        } catch (IOException | InterruptedException e) {
            discard(overlay, e);
            throw e;
        }
    }

    /// A process that is being killed may still write; then files stay behind, and the first error
    /// is reported.
    private static void discard(Overlay overlay, Exception first) {
        try {
            overlay.close();
        } catch (IOException e) {
            first.addSuppressed(e);
        }
    }

    private Capture capture(Command command, Overlay overlay) {
        Path beside = overlay.file(Trial.OUTPUT);
        return new Capture(
                command.outputBytes(),
                isDry() ? () -> Files.newOutputStream(beside) : surface.sidecar()::open,
                surface.progress());
    }

    /// The long output of a dry run is next to the overlay.
    private Result keptOutput(Trial trial) throws IOException, InterruptedException {
        if (trial.ended().output().truncated()) {
            try (OutputStream sidecar = surface.sidecar().open()) {
                Files.copy(trial.output(), sidecar);
            }
        }
        return kept(trial);
    }

    /// Discards the changes of a command that timed out.
    private Result kept(Trial trial) throws IOException, InterruptedException {
        try {
            if (trial.ended().cause() == Cause.TIMEOUT) {
                return remarked(trial.ended(), "none of its changes were kept");
            }
            trial.draft().keep(surface.changes());
            return remarked(trial.ended(), trial.draft());
        } finally {
            trial.drop();
        }
    }

    private static Result remarked(Result ended, OverlayChanges draft) {
        Result told = ended;
        if (!draft.refused().isEmpty()) {
            told =
                    remarked(
                            told,
                            "protected paths; changes there were not kept: "
                                    + DisplayPaths.of(draft.refused()));
        }
        if (!draft.odd().isEmpty()) {
            told =
                    remarked(
                            told,
                            "not kept, because only files, links and directories with UTF-8 names can be: "
                                    + DisplayPaths.of(draft.odd()));
        }
        return told;
    }

    private Result compared(Command command, LaunchRequest order)
            throws IOException, InterruptedException {
        Optional<Snapshot> before = Snapshot.of(shells.root());
        Result ended = new Foreground(shells, surface).run(command, order);
        Optional<List<FileChange>> changes =
                before.isPresent() ? before.get().changes() : Optional.empty();
        if (changes.isEmpty()) {
            return remarked(
                    ended,
                    "its changes cannot be undone, because the workspace is too large to compare");
        }
        surface.changes().note(changes.get());
        return ended;
    }

    private static Result remarked(Result ended, String remark) {
        return new Result(
                ended.cause(),
                ended.exitCode(),
                ended.signal(),
                ended.output(),
                ended.wall(),
                ended.cpu(),
                ended.sandbox(),
                Optional.of(ended.note().map(it -> it + "; " + remark).orElse(remark)),
                ended.processId());
    }
}
