package dev.deft.process.launch;

import dev.deft.process.background.DetachedFiles;
import dev.deft.process.background.DetachedStart;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.RunnerScripts;
import dev.deft.process.job.Spawner;
import dev.deft.process.job.StandardInput;
import dev.deft.process.output.OutputPipePool;
import dev.deft.process.output.OutputPipes;
import dev.deft.process.output.OutputSink;
import dev.deft.process.tree.OrphanReaper;
import dev.deft.process.tree.ProcessTag;
import dev.deft.process.tree.ProcessTree;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Starts each command as a child process.
///
/// After the second command of a session, one fresh shell is kept waiting for the next, because
/// starting a shell takes longer than most commands.
public final class PlainLauncher implements Launcher {

    /// The number of commands after which another one is likely.
    private static final int EXPECTING_MORE = 2;

    private final Tier tier;
    private final String bash;
    private final Map<String, String> environment;
    private final Spawner spawner;
    private final String mark = UUID.randomUUID().toString();
    private final ProcessTag brand = ProcessTag.ofSession();
    private final AtomicLong shells = new AtomicLong();
    private final AtomicLong commands = new AtomicLong();
    private final OrphanKiller mourner;
    private final OutputPipePool outlets = new OutputPipePool();
    private final Set<PlainJob> jobs = ConcurrentHashMap.newKeySet();
    private Optional<PlainShell> waiting = Optional.empty();
    private boolean closed;

    /// @param environment the variables of every command
    /// @param spawner starts processes, confined or not
    public PlainLauncher(Tier tier, String bash, Map<String, String> environment, Spawner spawner)
            throws IOException {
        this.tier = tier;
        this.bash = bash;
        this.environment = environment;
        this.spawner = spawner;
        this.mourner = OrphanKiller.start(bash, mark, brand);
        OrphanReaper.adoptOrphans();
    }

    @Override
    public Tier tier() {
        return tier;
    }

    @Override
    public Job launch(LaunchRequest order, OutputSink sink)
            throws IOException, InterruptedException {
        return launch(order, sink, Optional::empty);
    }

    /// @param afterwards runs before the end of the command is reported, and may add a remark
    Job launch(LaunchRequest order, OutputSink sink, Supplier<Optional<String>> afterwards)
            throws IOException, InterruptedException {
        commands.incrementAndGet();
        byte[] spelled = order.spelled(environment);
        PlainShell shell = ordered(order, spelled);
        var job = new PlainJob(sink, shell, afterwards);
        jobs.add(job);
        if (isClosed()) {
            job.kill();
        }
        Thread.ofPlatform()
                .daemon()
                .name("command " + shell.mark())
                .start(() -> {
                    job.run();
                    jobs.remove(job);
                    prepare();
                });
        return job;
    }

    @Override
    public boolean outlivable() {
        return true;
    }

    @Override
    public DetachedFiles.Note launchLasting(LaunchRequest order, DetachedFiles files)
            throws IOException, InterruptedException {
        String own = UUID.randomUUID().toString();
        Map<String, String> variables = new HashMap<>(environment);
        variables.put(ProcessTree.MARK, own);
        var signs =
                new DetachedStart.Signs(
                        tier.wire(), ProcessTree.MARK + "=" + own, ProcessTag.ofSession());
        List<String> words =
                LaunchRequest.shell(
                        bash,
                        RunnerScripts.LASTING,
                        "bash",
                        RunnerScripts.RUNNER,
                        "",
                        "",
                        "",
                        signs.mark(),
                        String.valueOf(signs.brand().number().orElse(0)));
        return new DetachedStart(files, order, variables, List.of())
                .run(words, signs, spawner, _ -> {});
    }

    /// A shell that has got the launch request: the waiting one, or a fresh one if that fails.
    private PlainShell ordered(LaunchRequest order, byte[] spelled)
            throws IOException, InterruptedException {
        boolean usual = order.stdin() == LaunchRequest.Stdin.EMPTY && !order.terminal().isOurs();
        Optional<PlainShell> ready = usual ? taken() : Optional.empty();
        if (ready.isPresent()) {
            try {
                ready.get().run(spelled);
                return ready.get();
            } catch (IOException _) {
                ready.get().discard();
            }
        }
        PlainShell shell = fresh(StandardInput.of(order));
        shell.run(spelled);
        return shell;
    }

    private PlainShell fresh(StandardInput typed) throws IOException, InterruptedException {
        OutputPipes outlet = outlets.take();
        try {
            long number = shells.incrementAndGet();
            return PlainShell.start(
                    bash,
                    environment,
                    mark + "-" + number,
                    brand.ofCommand(number),
                    typed,
                    outlet,
                    spawner);
        } catch (IOException e) {
            outlet.release();
            throw e;
        }
    }

    /// Ends the waiting shell, because it was started under an outdated confinement.
    void renew() {
        taken().ifPresent(PlainShell::dismiss);
    }

    private synchronized Optional<PlainShell> taken() {
        Optional<PlainShell> ready = waiting;
        waiting = Optional.empty();
        return ready;
    }

    /// Starts a shell for the next command.
    private synchronized void prepare() {
        if (closed || waiting.isPresent() || commands.get() < EXPECTING_MORE) {
            return;
        }
        try {
            waiting = Optional.of(fresh(StandardInput.of(LaunchRequest.Stdin.EMPTY)));
        } catch (IOException _) {
            // The next command tries again and reports the error.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        taken().ifPresent(PlainShell::dismiss);
        outlets.close();
        List<PlainJob> last = List.copyOf(jobs);
        last.forEach(PlainJob::kill);
        last.forEach(PlainJob::awaitEnd);
        mourner.dismiss();
    }
}
