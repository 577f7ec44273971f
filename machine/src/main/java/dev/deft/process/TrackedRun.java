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
import dev.deft.process.DryRuns.DryRun;
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
        Optional<DryRun> held = shells.pendingDryRuns().take(callId, command);
        if (held.isPresent()) {
            return applyWithOutput(held.get());
        }
        Optional<DryRun> trial = runOnOverlay(command, order);
        return trial.isPresent() ? apply(trial.get()) : runAndCompare(command, order);
    }

    /// Runs a command on an overlay and keeps the changes until the call is decided.
    Result dryRun(Command command, LaunchRequest order) throws IOException, InterruptedException {
        DryRun trial =
                runOnOverlay(command, order)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE, "Dry runs are not available here."));
        try {
            surface.lifetime().check();
        } catch (HostException e) {
            discard(trial.overlay(), e);
            throw e;
        }
        shells.pendingDryRuns().put(surface.callId(), trial);
        return trial.ended();
    }

    /// Whether long output must wait like the changes.
    private boolean isDry() {
        return surface.mode() == Mode.DRY_RUN;
    }

    private Optional<DryRun> runOnOverlay(Command command, LaunchRequest order)
            throws IOException, InterruptedException {
        SandboxChoice fence = shells.sandbox();
        Optional<Launcher.OverlayRun> aside =
                fence.launcher()
                        .launchOnOverlay(
                                order, it -> capture(command, it), shells.overlayDirectories());
        if (aside.isEmpty()) {
            return Optional.empty();
        }
        Overlay overlay = aside.get().overlay();
        try {
            Job job = aside.get().job();
            Optional<JobExit> inTime = Foreground.await(job, command.timeout());
            Result ended = Foreground.result(job, inTime, aside.get().capture(), fence);
            if (isDry()) {
                aside.get().capture().closeSpill();
            }
            return Optional.of(new DryRun(command, ended, overlay.changes(), overlay));
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
        Path beside = overlay.file(DryRun.OUTPUT);
        return new Capture(
                command.outputBytes(),
                isDry() ? () -> Files.newOutputStream(beside) : surface.sidecar()::open,
                surface.progress());
    }

    /// The long output of a dry run is next to the overlay.
    private Result applyWithOutput(DryRun trial) throws IOException, InterruptedException {
        if (trial.ended().output().truncated()) {
            try (OutputStream sidecar = surface.sidecar().open()) {
                Files.copy(trial.output(), sidecar);
            }
        }
        return apply(trial);
    }

    /// Discards the changes of a command that timed out.
    private Result apply(DryRun trial) throws IOException, InterruptedException {
        try {
            if (trial.ended().cause() == Cause.TIMEOUT) {
                return withRemark(trial.ended(), "none of its changes were kept");
            }
            trial.changes().apply(surface.changes());
            return withRemark(trial.ended(), trial.changes());
        } finally {
            trial.discard();
        }
    }

    private static Result withRemark(Result ended, OverlayChanges draft) {
        Result told = ended;
        if (!draft.refused().isEmpty()) {
            told =
                    withRemark(
                            told,
                            "protected paths; changes there were not kept: "
                                    + DisplayPaths.of(draft.refused()));
        }
        if (!draft.unsupported().isEmpty()) {
            told =
                    withRemark(
                            told,
                            "not kept, because only files, links and directories with UTF-8 names can be: "
                                    + DisplayPaths.of(draft.unsupported()));
        }
        return told;
    }

    private Result runAndCompare(Command command, LaunchRequest order)
            throws IOException, InterruptedException {
        Optional<Snapshot> before = Snapshot.of(shells.root());
        Result ended = new Foreground(shells, surface).run(command, order);
        Optional<List<FileChange>> changes =
                before.isPresent() ? before.get().changes() : Optional.empty();
        if (changes.isEmpty()) {
            return withRemark(
                    ended,
                    "its changes cannot be undone, because the workspace is too large to compare");
        }
        surface.changes().note(changes.get());
        return ended;
    }

    private static Result withRemark(Result ended, String remark) {
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
