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

/// A warm sandbox: its first process waits for orders and runs them one after the other.
///
/// One thread of the operating system starts it, talks to it and reads from it. It must live as
/// long as the sandbox: the kernel ends the sandbox with the thread that started it.
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

    /// Its number is ours until it is taken off the books; 0 before it starts and after that.
    private volatile int monitor;

    /// Held by whoever signals the monitor, or takes it off.
    private final Object books = new Object();

    private volatile boolean closed;
    private volatile boolean worn;

    /// When it is ended for having nothing to do, on the clock of [System#nanoTime].
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

    /// Starts a sandbox and waits until it takes orders.
    ///
    /// @param line the command line, that of its first process included
    /// @param filter the filter of system calls
    /// @param typed what its commands read, or the terminal of its only one
    /// @throws IOException with what the sandbox said, when it cannot be made
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

    /// Ends it, unless somebody hands it an order at this moment.
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

    /// Taken while it lives for certain: its number may be somebody else's once it is gone.
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

    /// Waits until nobody is left inside; its own thread does this. The kernel lets the first
    /// process go after all others, which go on for as long as they get no turn to die.
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
            // It is gone already.
        }
        synchronized (books) {
            if (ChildProcesses.reap(monitor).isPresent()) {
                monitor = 0;
            }
        }
    }

    /// From now on the numbers of these pipes may be somebody else's.
    private synchronized void closePipes() {
        pipesClosed = true;
        streams.close();
        pipes.close();
    }

    /// Hands over an order; from here on it is this cell's thread that sees to the job.
    ///
    /// @throws IOException when the sandbox is gone, and nothing has begun
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

    /// Its job has ended.
    void rest() {
        current = Optional.empty();
    }

    /// Has its thread look at everything again.
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

    /// What the last command spent, from what all of them have.
    Duration spentNow(Duration all) {
        Duration now = all.minus(spent);
        spent = all;
        return now.isNegative() ? Duration.ZERO : now;
    }

    /// Something of a command could not be removed from it: no other one is to find that.
    void wearOut() {
        worn = true;
    }

    /// It waits for a command from now on, but not for ever.
    void idleFor(Duration longest) {
        until = OptionalLong.of(System.nanoTime() + longest.toNanos());
        if (longest.compareTo(IDLE) < 0) {
            rouse();
        }
    }

    /// The number of its first process, if it lives.
    Optional<Integer> firstProcess() {
        synchronized (books) {
            return firsts().stream().findFirst().map(ProcessIdentity::process);
        }
    }

    boolean usable() {
        return !closed && !worn && broken.isEmpty();
    }

    /// Signals everything inside, but for the first process.
    void signal(int signal) {
        synchronized (books) {
            firsts().stream()
                    .flatMap(it -> ProcessTable.below(it).stream())
                    .forEach(it -> it.signal(signal));
        }
    }

    /// What the monitor has started: the first process.
    private List<ProcessIdentity> firsts() {
        return monitor == 0
                ? List.of()
                : ProcessIdentity.of(monitor).map(ProcessTable::children).orElse(List.of());
    }

    /// Ends the sandbox and, with its first process, everything in it.
    void kill() {
        closed = true;
        synchronized (books) {
            firsts().forEach(it -> it.signal(ChildProcesses.SIGKILL));
            if (monitor > 0) {
                ChildProcesses.signal(monitor, ChildProcesses.SIGKILL);
            }
        }
    }

    /// Ends the sandbox once its thread has nothing to do.
    void close() {
        kill();
    }

    /// Waits until its job, if it has one, is seen to.
    void awaitJob() {
        current.ifPresent(SandboxJob::awaitEnd);
    }
}
