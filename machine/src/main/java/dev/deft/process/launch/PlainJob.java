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
import java.util.function.Supplier;

/// A command that runs as a child process in its own session.
final class PlainJob extends ShellJob implements Runnable {

    private final OutputSink sink;
    private final PlainShell shell;
    private final ProcessTree tree;
    private final Supplier<Optional<String>> onExit;

    /// @param onExit runs once, after the command has ended and before its end is reported
    PlainJob(OutputSink sink, PlainShell shell, Supplier<Optional<String>> onExit) {
        this.sink = sink;
        this.shell = shell;
        this.onExit = onExit;
        this.tree = shell.tree();
    }

    /// Reads the output until the command has ended; runs on its own thread.
    @Override
    public void run() {
        JobExit.ProcessExit end = JobExit.ProcessExit.KILLED;
        Duration cpu = Duration.ZERO;
        try {
            readUntilExit();
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
            shell.release();
            state.ended(end, cpu, onExit.get());
        }
    }

    private static JobExit.ProcessExit end(ChildProcesses.ExitStatus status) {
        return status.signal().isPresent()
                ? new JobExit.ProcessExit(
                        status.code(), Signal.ofNumber(status.signal().getAsInt()))
                : JobExit.ProcessExit.exited(status.code());
    }

    /// Returns when the first process has ended; it is reaped later.
    private void readUntilExit() throws IOException {
        int end = ChildProcesses.openPidfd(shell.process());
        try {
            int out = shell.pipes().stdout();
            int err = shell.pipes().stderr();
            int screen = terminal().map(TerminalMaster::descriptor).orElse(-1);
            while (true) {
                int[] events = Descriptors.poll(state.pollTimeout(), out, err, end, screen);
                shell.pipes().streams().drain(sink);
                terminal().ifPresent(it -> it.drain(sink));
                sink.tick();
                out = open(events[0]) ? out : -1;
                err = open(events[1]) ? err : -1;
                screen = open(events[3]) ? screen : -1;
                if (events[2] != 0) {
                    return;
                }
                if (state.mustKill()) {
                    tree.kill();
                }
            }
        } finally {
            Descriptors.close(end);
        }
    }

    /// A closed stream would make every poll return at once.
    private static boolean open(int events) {
        return (events & Descriptors.HUNG_UP) == 0;
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

    @Override
    public void input(byte[] bytes) throws IOException {
        stdin().write(bytes);
    }

    @Override
    public void endInput() throws IOException {
        stdin().endInput();
    }
}
