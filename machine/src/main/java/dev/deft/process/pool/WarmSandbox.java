package dev.deft.process.pool;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import dev.deft.output.PlainText;
import dev.deft.process.job.StandardInput;
import dev.deft.process.job.TerminalMaster;
import dev.deft.process.output.Streams;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/// A warm sandbox: its first process waits for launch requests and runs them one after the other.
///
/// One platform thread starts it and reads the output, except of a command whose caller attends to
/// it. The thread must live as long as the sandbox, because the kernel ends the sandbox with it.
final class WarmSandbox {

    /// No descriptor.
    private static final int NONE = -1;

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    private final SandboxPipes pipes;
    private final Streams streams;
    private final Spawn spawn;
    private final SandboxResources resources;
    private final CountDownLatch started = new CountDownLatch(1);
    private volatile Optional<SandboxJob> current = Optional.empty();
    private volatile Optional<String> failure = Optional.empty();

    /// The process id of bubblewrap; 0 before it starts and after it has been reaped.
    private volatile int monitor;

    /// Guards signals to the monitor against its reaping.
    private final Object reapLock = new Object();

    /// Held by the caller who attends to the current job, so that no pipe is closed meanwhile.
    private final Object attendance = new Object();

    private volatile boolean closed;
    private volatile boolean dirty;

    /// The end of its idle time, by [System#nanoTime].
    private volatile OptionalLong idleDeadline = OptionalLong.empty();

    /// Readable once the first process has ended; [#NONE] if the kernel does not list children.
    private int firstPidfd = NONE;

    private boolean pipesClosed;
    private Duration cpuUsed = Duration.ZERO;

    private WarmSandbox(SandboxPipes pipes, Spawn spawn, SandboxResources resources)
            throws IOException {
        this.pipes = pipes;
        this.streams = new Streams(pipes.stdout().readEnd(), pipes.stderr().readEnd());
        this.spawn = spawn;
        this.resources = resources;
    }

    /// Starts a sandbox and waits until it accepts launch requests.
    ///
    /// @param commandLine the command line, including that of its first process
    /// @param filter the seccomp filter
    /// @param stdin the standard input of its commands, or the terminal of its only one
    /// @throws IOException if that fails, with the error output of the sandbox
    static WarmSandbox open(
            List<String> commandLine,
            byte[] filter,
            Map<String, String> environment,
            SandboxResources resources,
            StandardInput stdin)
            throws IOException, InterruptedException {
        SandboxPipes pipes = SandboxPipes.open(filter, stdin);
        var spawn = new Spawn(commandLine, environment, Optional.empty(), pipes.childDescriptors());
        var sandbox = new WarmSandbox(pipes, spawn, resources);
        Thread.ofPlatform().daemon().name("sandbox").start(sandbox::run);
        try {
            sandbox.started.await();
        } catch (InterruptedException e) {
            sandbox.close();
            throw e;
        }
        if (sandbox.failure.isPresent()) {
            throw new IOException(sandbox.failure.get());
        }
        return sandbox;
    }

    private void run() {
        try {
            monitor = spawn.start();
            pipes.closeChildEnds();
            resources.begin(monitor);
            failure = ready() ? Optional.empty() : Optional.of(errorOutput());
            if (failure.isEmpty()) {
                firstPidfd = openFirstPidfd();
                resources.complete(monitor);
            }
            started.countDown();
            if (failure.isEmpty()) {
                serve();
            }
        } catch (IOException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        } finally {
            end();
        }
    }

    private void serve() {
        while (!closed) {
            Optional<SandboxJob> job = current;
            if (job.isPresent() && !job.get().isAttended()) {
                serve(job.get());
            } else {
                awaitWork();
            }
        }
    }

    private void serve(SandboxJob job) {
        int[] events =
                Descriptors.poll(
                        job.pollTimeout(),
                        pipes.stdout().readEnd(),
                        pipes.stderr().readEnd(),
                        pipes.status().readEnd(),
                        pipes.wake().readEnd(),
                        pipes.stdin().terminal().map(TerminalMaster::descriptor).orElse(-1));
        readWake(events[3]);
        job.step(events[2] != 0);
    }

    /// Waits until there is a job for this thread, or the first process ends. What a command writes
    /// does not wake it, since the caller of the command may attend to it.
    private void awaitWork() {
        boolean known = firstPidfd != NONE;
        int end = known ? firstPidfd : pipes.status().readEnd();
        int[] events = Descriptors.poll(idleTimeLeft(), pipes.wake().readEnd(), end);
        readWake(events[0]);
        if (known && events[1] != 0) {
            closed = true;
        } else if (events[1] != 0 || isIdleTooLong()) {
            expire();
        }
    }

    private void readWake(int events) {
        if (events != 0) {
            pipes.read(pipes.wake(), new ByteArrayOutputStream());
        }
    }

    /// Serves a job on the thread of the caller who awaits it, and leaves it to the thread of this
    /// sandbox after a while, or if that fails.
    void attend(SandboxJob job, Duration most) {
        if (!job.isAttended()) {
            return;
        }
        try {
            serve(job, most);
        } finally {
            job.handOver();
            if (job.exit().isEmpty()) {
                wakeUp();
            }
        }
    }

    private void serve(SandboxJob job, Duration most) {
        long from = System.nanoTime();
        synchronized (attendance) {
            Duration left = most;
            while (!pipesClosed && job.exit().isEmpty() && left.isPositive()) {
                int[] events =
                        Descriptors.poll(
                                left,
                                pipes.stdout().readEnd(),
                                pipes.stderr().readEnd(),
                                pipes.status().readEnd());
                job.step(events[2] != 0);
                left = most.minusNanos(System.nanoTime() - from);
            }
        }
    }

    private Duration idleTimeLeft() {
        if (idleDeadline.isEmpty()) {
            return IDLE;
        }
        Duration left = Duration.ofNanos(idleDeadline.getAsLong() - System.nanoTime());
        return left.compareTo(IDLE) < 0 ? left.isNegative() ? Duration.ZERO : left : IDLE;
    }

    private boolean isIdleTooLong() {
        OptionalLong end = idleDeadline;
        return end.isPresent() && System.nanoTime() - end.getAsLong() >= 0;
    }

    /// Closes it, unless it has just got a launch request.
    private synchronized void expire() {
        if (current.isEmpty()) {
            closed = true;
        }
    }

    private boolean ready() {
        long from = System.nanoTime();
        var text = new ByteArrayOutputStream();
        while (System.nanoTime() - from < START_TIMEOUT.toNanos()) {
            Descriptors.poll(Duration.ofMillis(500), pipes.status().readEnd());
            if (!pipes.read(pipes.status(), text)) {
                return false;
            }
            if (text.toString(StandardCharsets.UTF_8).endsWith("ready\n")) {
                return true;
            }
        }
        return false;
    }

    /// Opened while the process is certainly alive, because its id may be reused later.
    private int openFirstPidfd() throws IOException {
        List<Integer> children = ProcessTable.children(monitor);
        return children.isEmpty() ? NONE : ChildProcesses.openPidfd(children.getFirst());
    }

    private String errorOutput() {
        var bytes = new ByteArrayOutputStream();
        pipes.read(pipes.stderr(), bytes);
        String text = bytes.toString(StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "the sandbox did not start" : PlainText.of(text);
    }

    private void end() {
        closed = true;
        kill();
        started.countDown();
        awaitEmpty();
        reapMonitor();
        synchronized (attendance) {
            if (firstPidfd != NONE) {
                Descriptors.close(firstPidfd);
            }
            current.ifPresent(SandboxJob::lost);
            resources.close();
            closePipes();
        }
    }

    /// Waits until all processes inside have ended; runs on its own thread. The kernel lets the
    /// first process end last.
    void awaitEmpty() {
        if (firstPidfd != NONE) {
            Descriptors.poll(KILL_TIMEOUT, firstPidfd);
        }
    }

    private void reapMonitor() {
        if (monitor == 0) {
            return;
        }
        try {
            int pidfd = ChildProcesses.openPidfd(monitor);
            Descriptors.poll(KILL_TIMEOUT, pidfd);
            Descriptors.close(pidfd);
        } catch (IOException _) {
            // It has already been reaped.
        }
        synchronized (reapLock) {
            if (ChildProcesses.reap(monitor).isPresent()) {
                monitor = 0;
            }
        }
    }

    /// The descriptors may be reused from now on.
    private synchronized void closePipes() {
        pipesClosed = true;
        streams.close();
        pipes.close();
    }

    /// Sends a launch request; the thread of this sandbox runs the job, unless its caller attends
    /// to it.
    ///
    /// @throws IOException if the sandbox is gone and nothing was started
    synchronized void begin(SandboxJob job, byte[] encoded) throws IOException {
        if (pipesClosed || closed) {
            throw new IOException("the sandbox is gone");
        }
        if (firstPidfd == NONE) {
            job.handOver();
        }
        current = Optional.of(job);
        idleDeadline = OptionalLong.empty();
        pipes.reset();
        try {
            Descriptors.write(pipes.control().writeEnd(), encoded);
        } catch (IOException e) {
            current = Optional.empty();
            throw e;
        }
        if (closed) {
            job.lost();
        } else if (!job.isAttended()) {
            pipes.wakeUp();
        }
    }

    void jobEnded() {
        current = Optional.empty();
    }

    /// Makes its thread check everything again.
    synchronized void wakeUp() {
        if (!pipesClosed) {
            pipes.wakeUp();
        }
    }

    SandboxResources resources() {
        return resources;
    }

    Streams streams() {
        return streams;
    }

    SandboxPipes pipes() {
        return pipes;
    }

    /// The CPU time of the last command, computed from the total of all commands.
    Duration cpuSinceLast(Duration all) {
        if (all.compareTo(cpuUsed) <= 0) {
            return Duration.ZERO;
        }
        Duration now = all.minus(cpuUsed);
        cpuUsed = all;
        return now;
    }

    /// Marks it as unusable: files of a command could not be removed.
    void markDirty() {
        dirty = true;
    }

    /// Limits how long it may stay idle.
    void idleFor(Duration maxTime) {
        idleDeadline = OptionalLong.of(System.nanoTime() + maxTime.toNanos());
        if (maxTime.compareTo(IDLE) < 0) {
            wakeUp();
        }
    }

    /// The id of its first process, if it is alive.
    Optional<Integer> firstProcess() {
        synchronized (reapLock) {
            return firstProcesses().stream().findFirst().map(ProcessIdentity::pid);
        }
    }

    boolean usable() {
        return !closed && !dirty && failure.isEmpty();
    }

    /// Signals all processes inside except the first.
    void signal(int signal) {
        synchronized (reapLock) {
            firstProcesses().stream()
                    .flatMap(it -> ProcessTable.descendants(it).stream())
                    .forEach(it -> it.signal(signal));
        }
    }

    /// The first process: the child of the monitor.
    private List<ProcessIdentity> firstProcesses() {
        return monitor == 0
                ? List.of()
                : ProcessIdentity.of(monitor).map(ProcessTable::children).orElse(List.of());
    }

    /// Kills the first process and with it everything in the sandbox.
    void kill() {
        closed = true;
        synchronized (reapLock) {
            firstProcesses().forEach(it -> it.signal(ChildProcesses.SIGKILL));
            if (monitor > 0) {
                ChildProcesses.signal(monitor, ChildProcesses.SIGKILL);
            }
        }
    }

    /// Ends the sandbox; its thread releases the resources.
    void close() {
        kill();
    }

    /// Waits for its current job, if any.
    void awaitJob() {
        current.ifPresent(SandboxJob::awaitEnd);
    }
}
