package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.output.Head;
import dev.deft.output.Mask;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Runs a tool on a thread of its own, within its time, and takes its world away when it is over.
final class Execution {

    static final Failure BROKEN =
            failure(
                    ErrorCode.INTERNAL,
                    "The tool failed unexpectedly; the log has the details. Try another way.");

    /// How long a tool has to stop once it was told to.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Hosts hosts;
    private final CallEvents events;
    private final Mask mask;
    private final Semaphore permits;
    private final PathLocks locks = new PathLocks();

    Execution(Hosts hosts, CallEvents events, int atOnce, Mask mask) {
        this.mask = mask;
        this.hosts = hosts;
        this.events = events;
        this.permits = new Semaphore(atOnce);
    }

    Outcome run(Prepared<?> call) throws IOException, InterruptedException {
        try (PathLocks.Held _ = locks.hold(call.touches())) {
            permits.acquire();
            try {
                return runAlone(call);
            } finally {
                permits.release();
            }
        }
    }

    private Outcome runAlone(Prepared<?> call) throws IOException {
        var progress = new CallProgress(events, call, mask);
        Hosts.CallHost host = hosts.open(call, progress);
        var task = new Task<>(call, host);
        Thread thread = Thread.ofVirtual().name("tool " + call.toolId()).start(task);
        ToolResult result = waitFor(call, thread, task);
        host.revoke();
        progress.end();
        return bounded(call, host, progress.in(new Masking(mask).of(result)))
                .in(call.mode(), host.shortfall());
    }

    private static ToolResult waitFor(Prepared<?> call, Thread thread, Task<?> task) {
        try {
            if (thread.join(call.limits().patience())) {
                return task.result();
            }
        } catch (InterruptedException _) {
            stop(thread);
            Thread.currentThread().interrupt();
            return failure(
                    ErrorCode.ABORTED,
                    "The call was aborted while it ran; what it had done so far stays.");
        }
        stop(thread);
        return failure(
                ErrorCode.TIMEOUT,
                "%s took longer than %s ms and was stopped. Ask for less at once."
                        .formatted(call.toolId(), call.limits().patience().toMillis()));
    }

    private static void stop(Thread thread) {
        thread.interrupt();
        try {
            if (!thread.join(GRACE)) {
                Trouble.log(
                        System.Logger.Level.WARNING,
                        () -> thread.getName() + " does not stop; its host is taken away");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Outcome bounded(Prepared<?> call, Hosts.CallHost host, ToolResult result)
            throws IOException {
        if (result instanceof ToolResult.Output output && output.head()) {
            Path sidecar = begun(call, host.closeSidecar(true));
            return new Outcome(remarked(output, host), Optional.of(sidecar));
        }
        host.closeSidecar(false);
        if (result instanceof ToolResult.Output output
                && Head.exceeds(output.text(), call.limits().outputBytes() + Limits.REMARK_BYTES)) {
            Path sidecar = host.spill(output.text());
            return new Outcome(
                    remarked(Head.of(output, call.limits().outputBytes()), host),
                    Optional.of(sidecar));
        }
        return Outcome.of(result);
    }

    private static ToolResult.Output remarked(ToolResult.Output output, Hosts.CallHost host) {
        ToolResult.Output all = output;
        for (String remark : host.remarks()) {
            all = all.noting(remark);
        }
        return all;
    }

    private static Path begun(Prepared<?> call, Optional<Path> sidecar) throws IOException {
        return sidecar.orElseThrow(
                () -> new IOException(call.toolId() + " showed a head and kept no sidecar"));
    }

    /// How a call ended, and where all of its output is.
    ///
    /// @param shortfall what it seems to have lacked in look mode
    /// @param notes what was converted in the arguments
    record Outcome(
            ToolResult result,
            Optional<Path> sidecar,
            Optional<Shortfall> shortfall,
            List<String> notes) {

        Outcome(ToolResult result, Optional<Path> sidecar) {
            this(result, sidecar, Optional.empty(), List.of());
        }

        Outcome noting(List<String> converted) {
            return new Outcome(result, sidecar, shortfall, converted);
        }

        static Outcome of(ToolResult result) {
            return new Outcome(result, Optional.empty());
        }

        private Outcome in(Mode mode, Optional<Shortfall> shortfall) {
            return mode == Mode.FULL || !(result instanceof ToolResult.Output output)
                    ? this
                    : new Outcome(output.with("mode", mode.wire()), sidecar, shortfall, notes);
        }

        /// The same with a line for the reader.
        Outcome noted(String line) {
            return result instanceof ToolResult.Output output
                    ? new Outcome(output.noting(line), sidecar, shortfall, notes)
                    : this;
        }
    }

    /// The tool at work. Its four kinds of trouble meet here and nowhere else.
    private static final class Task<P extends Record> implements Runnable {

        private final Prepared<P> call;
        private final Hosts.CallHost host;
        private volatile ToolResult result = BROKEN;

        Task(Prepared<P> call, Hosts.CallHost host) {
            this.call = call;
            this.host = host;
        }

        ToolResult result() {
            return result;
        }

        @Override
        public void run() {
            try {
                result = call.tool().run(call.params(), host);
            } catch (HostException e) {
                result = failure(e.code(), String.valueOf(e.getMessage()));
            } catch (IOException e) {
                result = failure(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()));
            } catch (InterruptedException _) {
                result = failure(ErrorCode.ABORTED, "The call was aborted.");
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                Trouble.log(
                        System.Logger.Level.ERROR,
                        () -> call.toolId() + " is broken, call " + call.callId(),
                        e);
            }
        }
    }
}
