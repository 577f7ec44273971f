package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.Limits;
import dev.deft.host.Progress;
import dev.deft.json.Json;
import dev.deft.output.ErrorLog;
import dev.deft.output.ResultMasking;
import dev.deft.output.SecretMask;
import dev.deft.output.TextHead;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Runs a tool on its own thread until it ends or times out, then revokes its host.
final class Execution {

    /// How long a tool may take to stop after an interrupt.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final HostFactory hosts;
    private final CallEvents events;
    private final SecretMask mask;
    private final Semaphore permits;
    private final CallPathLocks locks;

    Execution(HostFactory hosts, CallEvents events, PipelineParts.Settings terms) {
        this.mask = terms.mask();
        this.locks = terms.locks();
        this.hosts = hosts;
        this.events = events;
        this.permits = new Semaphore(terms.maxConcurrent());
    }

    /// @param intent waited for before the call acts
    Outcome run(PreparedCall<?> call, CallJournal.Intent intent)
            throws IOException, InterruptedException {
        try (Slot _ = new Slot(call)) {
            return runAlone(call, intent);
        }
    }

    /// Prepares a dry run, if the host supports one for this call.
    DryRun dryRun(PreparedCall<?> call) {
        return new DryRun(call.in(Mode.DRY_RUN), hosts.canDryRun(call));
    }

    private Outcome runAlone(PreparedCall<?> call, CallJournal.Intent intent) throws IOException {
        var progress = new CallProgress(events, call, mask);
        HostFactory.CallHost host = hosts.open(call, progress, intent);
        ToolResult result = completed(perform(call, host), host);
        progress.end();
        return truncated(call, host, progress.in(new ResultMasking(mask).of(result)))
                .in(call.mode(), host.lookModeFailure());
    }

    /// A call that is aborted now has done its work already, so it keeps its result.
    private static ToolResult completed(ToolResult result, HostFactory.CallHost host) {
        if (!(result instanceof ToolResult.Output output)
                || Thread.currentThread().isInterrupted()) {
            return result;
        }
        try {
            return host.completed(output);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return result;
        }
    }

    /// Runs the tool until it ends or times out, then revokes its host.
    private static ToolResult perform(PreparedCall<?> call, HostFactory.CallHost host) {
        var task = new Task<>(call, host);
        Thread thread = Thread.ofVirtual().name("tool " + call.toolId()).start(task);
        ToolResult result = waitFor(call, thread, task);
        host.revoke();
        return result;
    }

    private static ToolResult waitFor(PreparedCall<?> call, Thread thread, Task<?> task) {
        try {
            if (thread.join(call.limits().timeout())) {
                return task.ended();
            }
        } catch (InterruptedException _) {
            stop(call, thread);
            Thread.currentThread().interrupt();
            return failure(
                    ErrorCode.ABORTED,
                    "The call was aborted while it ran; what it had done so far stays.");
        }
        stop(call, thread);
        return failure(
                ErrorCode.TIMEOUT,
                "%s took longer than %s ms and was stopped. Ask for less at once."
                        .formatted(call.toolId(), call.limits().timeout().toMillis()));
    }

    /// A tool that runs other calls waits for them to stop.
    private static void stop(PreparedCall<?> call, Thread thread) {
        thread.interrupt();
        Duration grace = call.tool() instanceof Delegating ? GRACE.multipliedBy(3) : GRACE;
        try {
            if (!thread.join(grace)) {
                ErrorLog.log(
                        System.Logger.Level.WARNING,
                        () ->
                                thread.getName()
                                        + " does not stop after an interrupt; its host is revoked");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Outcome truncated(
            PreparedCall<?> call, HostFactory.CallHost host, ToolResult result) throws IOException {
        if (result instanceof ToolResult.Output output && output.head()) {
            Path sidecar = keptSidecar(call, host.closeSidecar(true));
            return host.sidecarNotes().isEmpty()
                    ? Outcome.masked(output, Optional.of(sidecar))
                    : new Outcome(withSidecarNotes(output, host), Optional.of(sidecar));
        }
        host.closeSidecar(false);
        if (result instanceof ToolResult.Output output
                && TextHead.exceeds(
                        output.text(), call.limits().outputBytes() + Limits.NOTE_BYTES)) {
            Path sidecar = host.spill(output.text());
            return new Outcome(
                    withSidecarNotes(TextHead.of(output, call.limits().outputBytes()), host),
                    Optional.of(sidecar));
        }
        return Outcome.masked(result, Optional.empty());
    }

    private static ToolResult.Output withSidecarNotes(
            ToolResult.Output output, HostFactory.CallHost host) {
        ToolResult.Output all = output;
        for (String note : host.sidecarNotes()) {
            all = all.noting(note);
        }
        return all;
    }

    private static Path keptSidecar(PreparedCall<?> call, Optional<Path> sidecar)
            throws IOException {
        return sidecar.orElseThrow(
                () -> new IOException(call.toolId() + " returned a head without a sidecar"));
    }

    /// The result of a call, and the file with the complete output if the result shows only its
    /// head.
    ///
    /// @param lookModeFailure why it probably failed in look mode
    /// @param notes conversions of the arguments
    /// @param masked whether secrets are masked in all of the result
    record Outcome(
            ToolResult result,
            Optional<Path> sidecar,
            Optional<LookModeFailure> lookModeFailure,
            List<String> notes,
            boolean masked) {

        Outcome(ToolResult result, Optional<Path> sidecar) {
            this(result, sidecar, Optional.empty(), List.of(), false);
        }

        Outcome withNotes(List<String> notes) {
            return new Outcome(result, sidecar, lookModeFailure, notes, masked);
        }

        static Outcome of(ToolResult result) {
            return new Outcome(result, Optional.empty());
        }

        private static Outcome masked(ToolResult result, Optional<Path> sidecar) {
            return new Outcome(result, sidecar, Optional.empty(), List.of(), true);
        }

        /// Adds metadata without secrets to an output.
        Outcome withMetadata(ToolResult.Output output, String field, String value) {
            return new Outcome(output.with(field, value), sidecar, lookModeFailure, notes, masked);
        }

        private Outcome in(Mode mode, Optional<LookModeFailure> failure) {
            return mode == Mode.FULL || !(result instanceof ToolResult.Output output)
                    ? this
                    : new Outcome(
                            output.with("mode", mode.wire()), sidecar, failure, notes, masked);
        }

        /// Appends a line to the output.
        Outcome withLine(String line) {
            return result instanceof ToolResult.Output output
                    ? new Outcome(output.noting(line), sidecar, lookModeFailure, notes, false)
                    : this;
        }
    }

    /// What a call holds while it runs: the locks on its paths and a permit to run.
    private final class Slot implements AutoCloseable {

        private final CallPathLocks.HeldLocks paths;
        private final boolean permit;

        private final PreparedCall<?> call;
        private boolean waited;

        Slot(PreparedCall<?> call) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            this.call = call;
            this.paths = locks.acquire(call.touches(), this::waits);
            this.permit = !(call.tool() instanceof Delegating);
            try {
                if (!permits.tryAcquire(permit ? 1 : 0)) {
                    waits();
                    permits.acquire(1);
                }
            } catch (InterruptedException e) {
                paths.close();
                throw e;
            }
            if (waited) {
                tell(CallState.RUNNING);
            }
        }

        private void waits() {
            if (!waited) {
                waited = true;
                tell(CallState.WAITING);
            }
        }

        private void tell(CallState state) {
            Json.Obj metadata = Json.Obj.EMPTY.with(CallState.FIELD, state.wire());
            events.publish(
                    new CallEvent.Progressed(
                            call.callId(), call.toolId(), "", Optional.empty(), metadata));
        }

        @Override
        public void close() {
            permits.release(permit ? 1 : 0);
            paths.close();
        }
    }

    /// Runs a call without effect before it is approved. Closing it discards the changes of the dry
    /// run, unless the call has applied them.
    final class DryRun implements AutoCloseable {

        private final PreparedCall<?> call;
        private final boolean possible;

        private DryRun(PreparedCall<?> call, boolean possible) {
            this.call = call;
            this.possible = possible;
        }

        /// Runs the call with the same locks, permits and timeout as a real one.
        ///
        /// @return what the call would do, if the host can tell
        Optional<String> preview() throws IOException, InterruptedException {
            if (!possible) {
                return Optional.empty();
            }
            try (Slot _ = new Slot(call)) {
                HostFactory.CallHost host = hosts.open(call, Progress.silent());
                perform(call, host);
                host.closeSidecar(false);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return host.preview();
            }
        }

        @Override
        public void close() throws IOException {
            if (possible) {
                hosts.discardDryRun(call);
            }
        }
    }

    /// Runs the tool.
    private static final class Task<P extends Record> extends ThrowingSupplier<ToolResult>
            implements Runnable {

        private final PreparedCall<P> call;
        private final HostFactory.CallHost host;
        private volatile ToolResult ended = BROKEN;

        Task(PreparedCall<P> call, HostFactory.CallHost host) {
            super("The call was aborted.");
            this.call = call;
            this.host = host;
        }

        @Override
        public void run() {
            ended = result();
        }

        /// Call this only after the thread has ended.
        ToolResult ended() {
            return ended;
        }

        @Override
        ToolResult perform() throws IOException, InterruptedException {
            return call.tool().run(call.params(), host);
        }

        @Override
        ToolResult failed(Failure why) {
            return why;
        }

        @Override
        String broken() {
            return call.toolId() + " failed unexpectedly in call " + call.callId();
        }
    }
}
