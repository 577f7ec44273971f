package dev.deft.process.job;

import dev.deft.process.tree.Signal;
import java.time.Duration;
import java.util.Optional;

/// The part of a job that does not depend on how its shell was started: its state and its terminal.
public abstract class ShellJob implements Job {

    protected final JobState state = new JobState();

    /// The standard input of the command, or its terminal.
    protected abstract StandardInput stdin();

    /// Signals the command and its descendants.
    protected abstract void signalAll(int signal);

    /// Does the work of the job's own thread on that of the caller, for [Job#ATTENDANCE] at most,
    /// and leaves what is left to the job's own thread. Does nothing if that is at work already.
    protected abstract void attend(Duration most);

    @Override
    public final Optional<JobExit> await(Duration timeout) throws InterruptedException {
        long from = System.nanoTime();
        attend(timeout.compareTo(ATTENDANCE) < 0 ? timeout : ATTENDANCE);
        return state.await(timeout.minusNanos(System.nanoTime() - from));
    }

    /// Waits for a job that is being ended.
    public final void awaitEnd() {
        state.awaitEnd();
    }

    @Override
    public final Optional<JobExit> exit() {
        return state.exit();
    }

    protected final Optional<TerminalMaster> terminal() {
        return stdin().terminal();
    }

    @Override
    public final boolean onTerminal() {
        return terminal().isPresent();
    }

    /// On a terminal the foreground process group gets the signal, as from control keys: the shell
    /// that waits for the command must survive to report the exit code.
    @Override
    public final void signal(Signal signal) {
        if (exit().isEmpty() && !signalForeground(signal.number())) {
            signalAll(signal.number());
        }
    }

    /// Signals the foreground process group of the terminal.
    ///
    /// @return whether there is one
    protected final boolean signalForeground(int signal) {
        return terminal().filter(it -> it.signal(signal)).isPresent();
    }
}
