package dev.deft.process.launch;

import dev.deft.kernel.Children;
import dev.deft.kernel.Descriptors;
import dev.deft.process.job.Exit;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobState;
import dev.deft.process.job.TerminalEnd;
import dev.deft.process.output.Sink;
import dev.deft.process.tree.Family;
import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// A command as a child of ours, in a session of its own.
final class PlainJob implements Job, Runnable {

    private final Sink sink;
    private final JobState state = new JobState();
    private final PlainShell shell;
    private final Family family;
    private final Supplier<Optional<String>> afterwards;

    /// Watches over a shell that has its order.
    ///
    /// @param afterwards is called once, between the end of the command and the news of it
    PlainJob(Sink sink, PlainShell shell, Supplier<Optional<String>> afterwards) {
        this.sink = sink;
        this.shell = shell;
        this.afterwards = afterwards;
        this.family = new Family(shell.process(), shell.mark(), shell.brand());
    }

    /// Reads what the command prints until it has ended; its own thread does this.
    @Override
    public void run() {
        Exit.End end = Exit.End.KILLED;
        Duration cpu = Duration.ZERO;
        try {
            pump();
            family.end();
            shell.outlet().streams().finish(sink);
            terminal().ifPresent(it -> it.finish(sink));
            Optional<Children.Ended> ended = family.bury();
            end = ended.map(PlainJob::end).orElse(end);
            cpu = ended.map(Children.Ended::cpu).orElse(cpu);
        } catch (IOException | RuntimeException e) {
            System.getLogger(PlainJob.class.getName())
                    .log(System.Logger.Level.WARNING, "a command is no longer watched", e);
            family.kill();
            family.bury();
        } finally {
            shell.release();
            state.ended(end, cpu, afterwards.get());
        }
    }

    private static Exit.End end(Children.Ended ended) {
        return ended.signal().isPresent()
                ? new Exit.End(ended.code(), Signal.ofNumber(ended.signal().getAsInt()))
                : Exit.End.itself(ended.code());
    }

    /// Until the first process has ended; it stays on the books.
    private void pump() throws IOException {
        int end = Children.watch(shell.process());
        try {
            int out = shell.outlet().stdout();
            int err = shell.outlet().stderr();
            int screen = terminal().map(TerminalEnd::readable).orElse(-1);
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

    /// A stream that everybody has closed would wake us for ever.
    private static boolean open(int happened) {
        return (happened & Descriptors.HUNG_UP) == 0;
    }

    @Override
    public Optional<Exit> await(Duration patience) throws InterruptedException {
        return state.await(patience);
    }

    @Override
    public Optional<Exit> exit() {
        return state.exit();
    }

    private Optional<TerminalEnd> terminal() {
        return shell.typed().terminal();
    }

    @Override
    public boolean onTerminal() {
        return terminal().isPresent();
    }

    /// On a terminal it goes to the foreground, as from its keys: the shell that waits for the
    /// command must live to tell its exit code.
    @Override
    public void signal(Signal signal) {
        if (state.exit().isPresent()) {
            return;
        }
        if (terminal().filter(it -> it.signal(signal.number())).isEmpty()) {
            family.signal(signal.number());
        }
    }

    /// Stopped first: a shell whose command ends a moment before it hears of the end itself would
    /// start the next one.
    @Override
    public void terminate() {
        if (!state.ask() || state.exit().isPresent()) {
            return;
        }
        if (terminal().filter(it -> it.signal(Children.SIGTERM)).isPresent()) {
            terminal().ifPresent(it -> it.signal(Children.SIGCONT));
        } else {
            family.signal(Children.SIGSTOP);
            family.signal(Children.SIGTERM);
            family.signal(Children.SIGCONT);
        }
    }

    /// Ends it now.
    void kill() {
        state.insist();
        if (state.exit().isEmpty()) {
            family.kill();
        }
    }

    /// Waits a while for one that is being ended.
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
