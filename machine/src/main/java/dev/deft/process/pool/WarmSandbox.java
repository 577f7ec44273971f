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
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/// A warm sandbox: its first process waits for launch requests and runs them one after the other.
///
/// One platform thread starts it, sends the requests and reads the output. The thread must live as
/// long as the sandbox, because the kernel ends the sandbox with it.
final class WarmSandbox {

    private static final Duration TO_GET_READY = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration UNTIL_DEAD = Duration.ofSeconds(5);

    private final SandboxPipes pipes;
    private final Streams streams;
    private final Spawn spawn;
    private final SandboxResources provisions;
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile Optional<SandboxJob> current = Optional.empty();
    private volatile Optional<String> broken = Optional.empty();

    /// The process id of bubblewrap; 0 before it starts and after it has been reaped.
    private volatile int monitor;

    /// Guards signals to the monitor against its reaping.
    private final Object books = new Object();

    private volatile boolean closed;
    private volatile boolean worn;

    /// The end of its idle time, by [System#nanoTime].
    private volatile OptionalLong until = OptionalLong.empty();

    private OptionalInt first = OptionalInt.empty();
    private boolean pipesClosed;
    private Duration spent = Duration.ZERO;

    private WarmSandbox(SandboxPipes pipes, Spawn spawn, SandboxResources provisions)
            throws IOException {
        this.pipes = pipes;
        this.streams = new Streams(pipes.stdout().readEnd(), pipes.stderr().readEnd());
        this.spawn = spawn;
        this.provisions = provisions;
    }

    /// Starts a sandbox and waits until it accepts launch requests.
    ///
    /// @param line the command line, including that of its first process
    /// @param filter the seccomp filter
    /// @param typed the standard input of its commands, or the terminal of its only one
    /// @throws IOException if that fails, with the error output of the sandbox
    static WarmSandbox open(
            List<String> line,
            byte[] filter,
            Map<String, String> environment,
            SandboxResources provisions,
            StandardInput typed)
            throws IOException, InterruptedException {
        SandboxPipes pipes = SandboxPipes.open(filter, typed);
        var spawn = new Spawn(line, environment, Optional.empty(), pipes.inside());
        var cell = new WarmSandbox(pipes, spawn, provisions);
        Thread.ofPlatform().daemon().name("sandbox").start(cell::live);
        cell.settled.await();
        if (cell.broken.isPresent()) {
            throw new IOException(cell.broken.get());
        }
        return cell;
    }

    private void live() {
        try {
            monitor = spawn.start();
            pipes.closeInside();
            provisions.begin(monitor);
            broken = ready() ? Optional.empty() : Optional.of(complaint());
            if (broken.isEmpty()) {
                first = watchFirst();
                provisions.complete(monitor);
            }
            settled.countDown();
            if (broken.isEmpty()) {
                serve();
            }
        } catch (IOException e) {
            broken = Optional.of(String.valueOf(e.getMessage()));
        } finally {
            end();
        }
    }

    private void serve() {
        while (!closed) {
            int[] happened =
                    Descriptors.poll(
                            current.map(SandboxJob::tick).orElse(untilIdle()),
                            pipes.stdout().readEnd(),
                            pipes.stderr().readEnd(),
                            pipes.status().readEnd(),
                            pipes.wake().readEnd(),
                            pipes.typed().terminal().map(TerminalMaster::readable).orElse(-1));
            pipes.read(pipes.wake(), new ByteArrayOutputStream());
            Optional<SandboxJob> job = current;
            if (job.isPresent()) {
                job.get().step(happened[2] != 0);
            } else if (happened[2] != 0 || isIdleTooLong()) {
                expire();
            }
        }
    }

    private Duration untilIdle() {
        if (until.isEmpty()) {
            return IDLE;
        }
        Duration left = Duration.ofNanos(until.getAsLong() - System.nanoTime());
        return left.compareTo(IDLE) < 0 ? left.isNegative() ? Duration.ZERO : left : IDLE;
    }

    private boolean isIdleTooLong() {
        OptionalLong end = until;
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
        var said = new ByteArrayOutputStream();
        while (System.nanoTime() - from < TO_GET_READY.toNanos()) {
            Descriptors.poll(Duration.ofMillis(500), pipes.status().readEnd());
            if (!pipes.read(pipes.status(), said)) {
                return false;
            }
            if (said.toString(StandardCharsets.UTF_8).endsWith("ready\n")) {
                return true;
            }
        }
        return false;
    }

    /// Opened while the process is certainly alive, because its id may be reused later.
    private OptionalInt watchFirst() throws IOException {
        List<Integer> below = ProcessTable.children(monitor);
        return below.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(ChildProcesses.watch(below.getFirst()));
    }

    private String complaint() {
        var said = new ByteArrayOutputStream();
        pipes.read(pipes.stderr(), said);
        String text = said.toString(StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "the sandbox did not start" : PlainText.of(text);
    }

    private void end() {
        closed = true;
        kill();
        settled.countDown();
        awaitNobody();
        first.ifPresent(Descriptors::close);
        reapMonitor();
        current.ifPresent(SandboxJob::lost);
        provisions.end();
        closePipes();
    }

    /// Waits until all processes inside have ended; runs on its own thread. The kernel lets the
    /// first process end last.
    void awaitNobody() {
        first.ifPresent(it -> Descriptors.poll(UNTIL_DEAD, it));
    }

    private void reapMonitor() {
        if (monitor == 0) {
            return;
        }
        try {
            int watch = ChildProcesses.watch(monitor);
            Descriptors.poll(UNTIL_DEAD, watch);
            Descriptors.close(watch);
        } catch (IOException _) {
            // It has already been reaped.
        }
        synchronized (books) {
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

    /// Sends a launch request; the thread of this sandbox runs the job.
    ///
    /// @throws IOException if the sandbox is gone and nothing was started
    synchronized void begin(SandboxJob job, byte[] order) throws IOException {
        if (pipesClosed || closed) {
            throw new IOException("the sandbox is gone");
        }
        current = Optional.of(job);
        until = OptionalLong.empty();
        pipes.reset();
        try {
            Descriptors.write(pipes.control().writeEnd(), order);
        } catch (IOException e) {
            current = Optional.empty();
            throw e;
        }
        if (closed) {
            job.lost();
        }
    }

    void rest() {
        current = Optional.empty();
    }

    /// Makes its thread check everything again.
    synchronized void rouse() {
        if (!pipesClosed) {
            pipes.rouse();
        }
    }

    SandboxResources provisions() {
        return provisions;
    }

    Streams streams() {
        return streams;
    }

    SandboxPipes pipes() {
        return pipes;
    }

    /// The CPU time of the last command, computed from the total of all commands.
    Duration spentNow(Duration all) {
        Duration now = all.minus(spent);
        spent = all;
        return now.isNegative() ? Duration.ZERO : now;
    }

    /// Marks it as unusable: files of a command could not be removed.
    void wearOut() {
        worn = true;
    }

    /// Limits how long it may stay idle.
    void idleFor(Duration longest) {
        until = OptionalLong.of(System.nanoTime() + longest.toNanos());
        if (longest.compareTo(IDLE) < 0) {
            rouse();
        }
    }

    /// The id of its first process, if it is alive.
    Optional<Integer> firstProcess() {
        synchronized (books) {
            return firsts().stream().findFirst().map(ProcessIdentity::process);
        }
    }

    boolean usable() {
        return !closed && !worn && broken.isEmpty();
    }

    /// Signals all processes inside except the first.
    void signal(int signal) {
        synchronized (books) {
            firsts().stream()
                    .flatMap(it -> ProcessTable.below(it).stream())
                    .forEach(it -> it.signal(signal));
        }
    }

    /// The first process: the child of the monitor.
    private List<ProcessIdentity> firsts() {
        return monitor == 0
                ? List.of()
                : ProcessIdentity.of(monitor).map(ProcessTable::children).orElse(List.of());
    }

    /// Kills the first process and with it everything in the sandbox.
    void kill() {
        closed = true;
        synchronized (books) {
            firsts().forEach(it -> it.signal(ChildProcesses.SIGKILL));
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
