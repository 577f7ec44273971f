package dev.deft.process.launch;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.JobState;
import dev.deft.process.job.TerminalMaster;
import dev.deft.process.output.OutputSink;
import dev.deft.process.tree.ProcessTree;
import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// A command that runs as a child process in its own session.
final class PlainJob implements Job, Runnable {

    private final OutputSink sink;
    private final JobState state = new JobState();
    private final PlainShell shell;
    private final ProcessTree family;
    private final Supplier<Optional<String>> afterwards;

    /// @param afterwards runs once, after the command has ended and before its end is reported
    PlainJob(OutputSink sink, PlainShell shell, Supplier<Optional<String>> afterwards) {
        this.sink = sink;
        this.shell = shell;
        this.afterwards = afterwards;
        this.family = new ProcessTree(shell.process(), shell.mark(), shell.brand());
    }

    /// Reads the output until the command has ended; runs on its own thread.
    @Override
    public void run() {
        JobExit.End end = JobExit.End.KILLED;
        Duration cpu = Duration.ZERO;
        try {
            pump();
            family.end();
            shell.outlet().streams().finish(sink);
            terminal().ifPresent(it -> it.finish(sink));
            Optional<ChildProcesses.Ended> ended = family.bury();
            end = ended.map(PlainJob::end).orElse(end);
            cpu = ended.map(ChildProcesses.Ended::cpu).orElse(cpu);
        } catch (IOException | RuntimeException e) {
            System.getLogger(PlainJob.class.getName())
                    .log(System.Logger.Level.WARNING, "lost track of a command", e);
            family.kill();
            family.bury();
        } finally {
            shell.release();
            state.ended(end, cpu, afterwards.get());
        }
    }

    private static JobExit.End end(ChildProcesses.Ended ended) {
        return ended.signal().isPresent()
                ? new JobExit.End(ended.code(), Signal.ofNumber(ended.signal().getAsInt()))
                : JobExit.End.itself(ended.code());
    }

    /// Returns when the first process has ended; it is reaped later.
    private void pump() throws IOException {
        int end = ChildProcesses.watch(shell.process());
        try {
            int out = shell.outlet().stdout();
            int err = shell.outlet().stderr();
            int screen = terminal().map(TerminalMaster::readable).orElse(-1);
            while (true) {
                int[] happened = Descriptors.poll(state.tick(), out, err, end, screen);
                shell.outlet().streams().drain(sink);
                terminal().ifPresent(it -> it.drain(sink));
                sink.tick();
                out = open(happened[0]) ? out : -1;
                err = open(happened[1]) ? err : -1;
                screen = open(happened[3]) ? screen : -1;
                if (happened[2] != 0) {
                    return;
                }
                if (state.overdue()) {
                    family.kill();
                }
            }
        } finally {
            Descriptors.close(end);
        }
    }

    /// A closed stream would make every poll return at once.
    private static boolean open(int happened) {
        return (happened & Descriptors.HUNG_UP) == 0;
    }

    @Override
    public Optional<JobExit> await(Duration timeout) throws InterruptedException {
        return state.await(timeout);
    }

    @Override
    public Optional<JobExit> exit() {
        return state.exit();
    }

    private Optional<TerminalMaster> terminal() {
        return shell.typed().terminal();
    }

    @Override
    public boolean onTerminal() {
        return terminal().isPresent();
    }

    /// On a terminal the foreground process group gets the signal, as from control keys: the shell
    /// that waits for the command must survive to report the exit code.
    @Override
    public void signal(Signal signal) {
        if (state.exit().isPresent()) {
            return;
        }
        if (terminal().filter(it -> it.signal(signal.number())).isEmpty()) {
            family.signal(signal.number());
        }
    }

    /// Stops all processes first: otherwise a shell whose command ends before it gets the signal
    /// itself would start the next command.
    @Override
    public void terminate() {
        if (!state.ask() || state.exit().isPresent()) {
            return;
        }
        if (terminal().filter(it -> it.signal(ChildProcesses.SIGTERM)).isPresent()) {
            terminal().ifPresent(it -> it.signal(ChildProcesses.SIGCONT));
        } else {
            family.signal(ChildProcesses.SIGSTOP);
            family.signal(ChildProcesses.SIGTERM);
            family.signal(ChildProcesses.SIGCONT);
        }
    }

    /// Kills it at once.
    void kill() {
        state.insist();
        if (state.exit().isEmpty()) {
            family.kill();
        }
    }

    void awaitEnd() {
        state.awaitEnd();
    }

    @Override
    public void input(byte[] bytes) throws IOException {
        shell.typed().write(bytes);
    }

    @Override
    public void endInput() throws IOException {
        shell.typed().endInput();
    }
}
