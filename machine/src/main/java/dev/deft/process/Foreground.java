package dev.deft.process;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.Shell.Cause;
import dev.deft.host.Shell.Command;
import dev.deft.host.Shell.Result;
import dev.deft.os.ShellOpener.Surface;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.output.Capture;
import dev.deft.process.output.OutputRelay;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// A command that its call waits for.
record Foreground(OsShells shells, Surface surface) {

    /// How long an aborted call waits for its command; the job's thread does the rest.
    private static final Duration ABORT_TIMEOUT = Duration.ofMillis(1_500);

    /// How long a killed command may take to end.
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(8);

    Result run(Command command, LaunchRequest request) throws IOException, InterruptedException {
        SandboxChoice sandbox = shells.sandbox(surface.mode());
        var capture =
                new Capture(command.outputBytes(), surface.sidecar()::open, surface.progress());
        var relay = new OutputRelay(capture);
        Job job = sandbox.launcher().launch(request, relay);
        Optional<JobExit> inTime = await(job, command.timeout());
        if (inTime.isEmpty()) {
            Optional<BackgroundProcess> moved =
                    shells.moveToBackground(request, sandbox.launcher().tier(), job, relay);
            if (moved.isPresent()) {
                return movedToBackground(moved.get(), command, capture, sandbox);
            }
        }
        return result(job, inTime, capture, sandbox);
    }

    private static Result movedToBackground(
            BackgroundProcess process, Command command, Capture capture, SandboxChoice sandbox)
            throws IOException {
        return new Result(
                Cause.MOVED_TO_BACKGROUND,
                0,
                Optional.empty(),
                capture.printed(),
                command.timeout(),
                Duration.ZERO,
                process.sandbox(),
                sandbox.remark(),
                Optional.of(process.id()));
    }

    static Optional<JobExit> await(Job job, Duration timeout) throws InterruptedException {
        try {
            return job.await(timeout);
        } catch (InterruptedException e) {
            job.terminate();
            job.await(ABORT_TIMEOUT);
            throw e;
        }
    }

    /// Terminates the command if it has not ended in time.
    static Result result(Job job, Optional<JobExit> inTime, Capture capture, SandboxChoice sandbox)
            throws IOException, InterruptedException {
        JobExit exit = inTime.isPresent() ? inTime.get() : terminate(job);
        return SocketFailureFinder.withHint(
                new Result(
                        inTime.isPresent() ? Cause.EXITED : Cause.TIMEOUT,
                        exit.code(),
                        exit.signal(),
                        capture.printed(),
                        exit.wall(),
                        exit.cpu(),
                        sandbox.launcher().tier().wire(),
                        exit.remark().or(sandbox::remark),
                        Optional.empty()));
    }

    private static JobExit terminate(Job job) throws InterruptedException {
        job.terminate();
        return await(job, Job.GRACE.plus(KILL_TIMEOUT))
                .orElse(
                        new JobExit(
                                JobExit.ProcessExit.KILLED,
                                KILL_TIMEOUT,
                                Duration.ZERO,
                                Optional.empty()));
    }
}
