package dev.deft.process.launch;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.ShellJob;
import dev.deft.process.job.StandardInput;
import dev.deft.process.job.TerminalMaster;
import dev.deft.process.output.OutputSink;
import dev.deft.process.tree.ProcessTree;
import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A command that runs as a child process in its own session.
///
/// Its own thread is started when nobody attends to it any more.
final class PlainJob extends ShellJob {

    /// No descriptor, or one that is no longer polled.
    private static final int NONE = -1;

    private final OutputSink sink;
    private final PlainShell shell;
    private final ProcessTree tree;
    private final Supplier<Optional<String>> onExit;
    private final Consumer<PlainJob> afterExit;
    private final AtomicBoolean taken = new AtomicBoolean();
    private int pidfd = NONE;
    private int stdout;
    private int stderr;
    private int screen;

    /// @param onExit runs once, after the command has ended and before its end is reported
    /// @param afterExit runs once, after its end was reported
    PlainJob(
            OutputSink sink,
            PlainShell shell,
            Supplier<Optional<String>> onExit,
            Consumer<PlainJob> afterExit) {
        this.sink = sink;
        this.shell = shell;
        this.onExit = onExit;
        this.afterExit = afterExit;
        this.tree = shell.tree();
        this.stdout = shell.pipes().stdout();
        this.stderr = shell.pipes().stderr();
        this.screen = shell.stdin().terminal().map(TerminalMaster::descriptor).orElse(NONE);
    }

    /// Leaves the job to a thread of its own, unless somebody has attended to it.
    void runAlone() {
        if (taken.compareAndSet(false, true)) {
            startThread();
        }
    }

    private void startThread() {
        Thread.ofPlatform()
                .daemon()
                .name("command " + shell.commandId())
                .start(() -> run(Duration.ofNanos(Long.MAX_VALUE)));
    }

    @Override
    protected void attend(Duration most) {
        if (taken.compareAndSet(false, true) && !run(most)) {
            startThread();
        }
    }

    /// Reads the output until the command has ended.
    ///
    /// @return whether it has, within that time
    private boolean run(Duration most) {
        JobExit.ProcessExit end = JobExit.ProcessExit.KILLED;
        Duration cpu = Duration.ZERO;
        boolean goesOn = false;
        try {
            goesOn = !readUntilExit(most);
            if (goesOn) {
                return false;
            }
            tree.killRest();
            shell.pipes().streams().finish(sink);
            terminal().ifPresent(it -> it.finish(sink));
            Optional<ChildProcesses.ExitStatus> status = tree.reap();
            end = status.map(PlainJob::end).orElse(end);
            cpu = status.map(ChildProcesses.ExitStatus::cpu).orElse(cpu);
        } catch (IOException | RuntimeException e) {
            System.getLogger(PlainJob.class.getName())
                    .log(System.Logger.Level.WARNING, "lost track of a command", e);
            tree.kill();
            tree.reap();
        } finally {
            if (!goesOn) {
                end(end, cpu);
            }
        }
        return true;
    }

    private void end(JobExit.ProcessExit end, Duration cpu) {
        if (pidfd != NONE) {
            Descriptors.close(pidfd);
        }
        shell.release();
        state.ended(end, cpu, onExit.get());
        afterExit.accept(this);
    }

    private static JobExit.ProcessExit end(ChildProcesses.ExitStatus status) {
        return status.signal().isPresent()
                ? new JobExit.ProcessExit(
                        status.code(), Signal.ofNumber(status.signal().getAsInt()))
                : JobExit.ProcessExit.exited(status.code());
    }

    /// Returns when the first process has ended, or after that time; it is reaped later.
    ///
    /// @return whether it has ended
    private boolean readUntilExit(Duration most) throws IOException {
        long from = System.nanoTime();
        if (pidfd == NONE) {
            pidfd = ChildProcesses.openPidfd(shell.process());
        }
        Duration left = most;
        while (left.isPositive()) {
            Duration step = state.pollTimeout();
            int[] events =
                    Descriptors.poll(
                            step.compareTo(left) < 0 ? step : left, stdout, stderr, pidfd, screen);
            shell.pipes().streams().drain(sink);
            terminal().ifPresent(it -> it.drain(sink));
            sink.tick();
            stdout = open(events[0], stdout);
            stderr = open(events[1], stderr);
            screen = open(events[3], screen);
            if (events[2] != 0) {
                return true;
            }
            if (state.mustKill()) {
                tree.kill();
            }
            left = most.minusNanos(System.nanoTime() - from);
        }
        return false;
    }

    /// A closed stream would make every poll return at once.
    private static int open(int events, int descriptor) {
        return (events & Descriptors.HUNG_UP) == 0 ? descriptor : NONE;
    }

    @Override
    protected StandardInput stdin() {
        return shell.stdin();
    }

    @Override
    public OptionalInt firstProcess() {
        return exit().isEmpty() ? OptionalInt.of(shell.process()) : OptionalInt.empty();
    }

    @Override
    protected void signalAll(int signal) {
        tree.signal(signal);
    }

    /// Stops all processes first: otherwise a shell whose command ends before it gets the signal
    /// itself would start the next command.
    @Override
    public void terminate() {
        if (!state.requestTermination() || exit().isPresent()) {
            return;
        }
        if (signalForeground(ChildProcesses.SIGTERM)) {
            signalForeground(ChildProcesses.SIGCONT);
        } else {
            tree.signal(ChildProcesses.SIGSTOP);
            tree.signal(ChildProcesses.SIGTERM);
            tree.signal(ChildProcesses.SIGCONT);
        }
    }

    /// Kills it at once.
    void kill() {
        state.requestKill();
        if (exit().isEmpty()) {
            tree.kill();
        }
    }

    /// Waits for the end of a killed job, also of one whose caller does not attend to it.
    void awaitKilled() {
        runAlone();
        awaitEnd();
    }

    @Override
    public void input(byte[] bytes) throws IOException {
        stdin().write(bytes);
    }

    @Override
    public void endInput() throws IOException {
        stdin().endInput();
    }
}
