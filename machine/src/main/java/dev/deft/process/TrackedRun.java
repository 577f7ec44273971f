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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command whose changes can be undone: it runs on an overlay and its changes are applied at the
/// end. Without overlays, the workspace is compared before and after.
record TrackedRun(OsShells shells, Surface surface) {

    Result run(Command command, LaunchRequest request) throws IOException, InterruptedException {
        String callId = surface.callId();
        Optional<DryRun> finished = shells.pendingDryRuns().take(callId, command);
        if (finished.isPresent()) {
            return applyWithOutput(finished.get());
        }
        Optional<DryRun> dryRun = runOnOverlay(command, request);
        return dryRun.isPresent() ? apply(dryRun.get()) : runAndCompare(command, request);
    }

    /// Runs a command on an overlay and keeps the changes until the call is decided.
    Result dryRun(Command command, LaunchRequest request) throws IOException, InterruptedException {
        DryRun dryRun =
                runOnOverlay(command, request)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE, "Dry runs are not available here."));
        try {
            surface.lifetime().check();
        } catch (HostException e) {
            discard(dryRun.overlay(), e);
            throw e;
        }
        shells.pendingDryRuns().put(surface.callId(), dryRun);
        return dryRun.ended();
    }

    /// Whether long output must wait like the changes.
    private boolean isDry() {
        return surface.mode() == Mode.DRY_RUN;
    }

    private Optional<DryRun> runOnOverlay(Command command, LaunchRequest request)
            throws IOException, InterruptedException {
        SandboxChoice sandbox = shells.sandbox();
        Optional<Launcher.OverlayRun> run =
                sandbox.launcher()
                        .launchOnOverlay(
                                request, it -> capture(command, it), shells.overlayDirectories());
        if (run.isEmpty()) {
            return Optional.empty();
        }
        Overlay overlay = run.get().overlay();
        try {
            Job job = run.get().job();
            Optional<JobExit> inTime = Foreground.await(job, command.timeout());
            Result ended = Foreground.result(job, inTime, run.get().capture(), sandbox);
            if (isDry()) {
                run.get().capture().closeSpill();
            }
            return Optional.of(
                    new DryRun(command, withDirectories(ended), overlay.changes(), overlay));
        } catch (IOException | InterruptedException e) {
            discard(overlay, e);
            throw e;
        }
    }

    /// The overlay is over the workspace only.
    private Result withDirectories(Result ended) {
        return shells.roots().size() == 1
                ? ended
                : withRemark(
                        ended,
                        "further directories were read-only, because its changes are tracked"
                                + " (commands.changes)");
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
    private Result applyWithOutput(DryRun dryRun) throws IOException, InterruptedException {
        if (dryRun.ended().output().truncated()) {
            try (OutputStream sidecar = surface.sidecar().open()) {
                Files.copy(dryRun.output(), sidecar);
            }
        }
        return apply(dryRun);
    }

    /// Discards the changes of a command that timed out.
    private Result apply(DryRun dryRun) throws IOException, InterruptedException {
        try {
            if (dryRun.ended().cause() == Cause.TIMEOUT) {
                return withRemark(dryRun.ended(), "none of its changes were kept");
            }
            dryRun.changes().apply(surface.changes());
            return withRemark(dryRun.ended(), dryRun.changes());
        } finally {
            dryRun.discard();
        }
    }

    private static Result withRemark(Result ended, OverlayChanges changes) {
        Result noted = ended;
        if (!changes.refused().isEmpty()) {
            noted =
                    withRemark(
                            noted,
                            "protected paths; changes there were not kept: "
                                    + DisplayPaths.of(changes.refused()));
        }
        if (!changes.unsupported().isEmpty()) {
            noted =
                    withRemark(
                            noted,
                            "not kept, because only files, links and directories with UTF-8 names can be: "
                                    + DisplayPaths.of(changes.unsupported()));
        }
        return noted;
    }

    private Result runAndCompare(Command command, LaunchRequest request)
            throws IOException, InterruptedException {
        List<Optional<Snapshot>> before = new ArrayList<>();
        for (Path it : shells.roots()) {
            before.add(Snapshot.of(it));
        }
        Result ended = new Foreground(shells, surface).run(command, request);
        Optional<List<FileChange>> changes = changesSince(before);
        if (changes.isEmpty()) {
            return withRemark(
                    ended,
                    "its changes cannot be undone, because the workspace is too large to compare");
        }
        surface.changes().note(changes.get());
        return ended;
    }

    /// Empty if one of the directories is too large to compare.
    private Optional<List<FileChange>> changesSince(List<Optional<Snapshot>> before)
            throws IOException {
        List<FileChange> all = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            Optional<List<FileChange>> changes =
                    before.get(i).isPresent() ? before.get(i).get().changes() : Optional.empty();
            if (changes.isEmpty()) {
                return Optional.empty();
            }
            String prefix = i == 0 ? "" : shells.roots().get(i) + "/";
            for (FileChange it : changes.get()) {
                all.add(new FileChange(prefix + it.path(), it.before(), it.after()));
            }
        }
        return Optional.of(all);
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
