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
    private static final int COMMANDS_BEFORE_IDLE_SHELL = 2;

    private final Tier tier;
    private final String bash;
    private final Map<String, String> environment;
    private final Spawner spawner;
    private final String commandPrefix = UUID.randomUUID().toString();
    private final ProcessTag sessionTag = ProcessTag.ofSession();
    private final AtomicLong shells = new AtomicLong();
    private final AtomicLong commands = new AtomicLong();
    private final OrphanKiller orphanKiller;
    private final OutputPipePool pipePool = new OutputPipePool();
    private final Set<PlainJob> jobs = ConcurrentHashMap.newKeySet();
    private Optional<PlainShell> idleShell = Optional.empty();
    private boolean closed;

    /// @param environment the variables of every command
    /// @param spawner starts processes, confined or not
    public PlainLauncher(Tier tier, String bash, Map<String, String> environment, Spawner spawner)
            throws IOException {
        this.tier = tier;
        this.bash = bash;
        this.environment = environment;
        this.spawner = spawner;
        this.orphanKiller = OrphanKiller.start(bash, commandPrefix, sessionTag);
        OrphanReaper.adoptOrphans();
    }

    @Override
    public Tier tier() {
        return tier;
    }

    @Override
    public Job launch(LaunchRequest request, OutputSink sink)
            throws IOException, InterruptedException {
        return launch(request, sink, Optional::empty);
    }

    /// @param onExit runs before the end of the command is reported, and may add a remark
    Job launch(LaunchRequest request, OutputSink sink, Supplier<Optional<String>> onExit)
            throws IOException, InterruptedException {
        commands.incrementAndGet();
        byte[] encoded = request.encode(environment);
        PlainShell shell = send(request, encoded);
        var job = new PlainJob(sink, shell, onExit, this::ended);
        jobs.add(job);
        if (isClosed()) {
            job.kill();
        }
        if (!request.isAwaited()) {
            job.runAlone();
        }
        return job;
    }

    /// The next shell is started on a thread of its own, since the caller may be on this one.
    private void ended(PlainJob job) {
        jobs.remove(job);
        if (isShellWanted()) {
            Thread.startVirtualThread(this::prepare);
        }
    }

    private synchronized boolean isShellWanted() {
        return !closed && idleShell.isEmpty() && commands.get() >= COMMANDS_BEFORE_IDLE_SHELL;
    }

    @Override
    public boolean canDetach() {
        return true;
    }

    @Override
    public DetachedFiles.ProcessInfo launchDetached(LaunchRequest request, DetachedFiles files)
            throws IOException, InterruptedException {
        String id = UUID.randomUUID().toString();
        Map<String, String> variables = new HashMap<>(environment);
        variables.put(ProcessTree.TAG_VARIABLE, id);
        var tags =
                new DetachedStart.Tags(
                        tier.wire(), ProcessTree.TAG_VARIABLE + "=" + id, ProcessTag.ofSession());
        List<String> words =
                LaunchRequest.shell(
                        bash,
                        RunnerScripts.DETACHED,
                        "bash",
                        RunnerScripts.RUNNER,
                        "",
                        "",
                        "",
                        tags.assignment(),
                        String.valueOf(tags.tag().number().orElse(0)));
        return new DetachedStart(files, request, variables, List.of())
                .run(words, tags, spawner, _ -> {});
    }

    /// A shell that has got the launch request: the waiting one, or a fresh one if that fails.
    private PlainShell send(LaunchRequest request, byte[] encoded)
            throws IOException, InterruptedException {
        Optional<PlainShell> idle = request.isAwaited() ? takeIdleShell() : Optional.empty();
        if (idle.isPresent()) {
            try {
                idle.get().run(encoded);
                return idle.get();
            } catch (IOException _) {
                idle.get().discard();
            }
        }
        PlainShell shell = startShell(StandardInput.of(request));
        shell.run(encoded);
        return shell;
    }

    private PlainShell startShell(StandardInput stdin) throws IOException, InterruptedException {
        OutputPipes pipes = pipePool.take();
        try {
            long number = shells.incrementAndGet();
            return PlainShell.start(
                    bash,
                    environment,
                    commandPrefix + "-" + number,
                    sessionTag.ofCommand(number),
                    stdin,
                    pipes,
                    spawner);
        } catch (IOException e) {
            pipes.release();
            throw e;
        }
    }

    /// Ends the waiting shell, because it was started under an outdated confinement.
    void dropIdleShell() {
        takeIdleShell().ifPresent(PlainShell::stop);
    }

    private synchronized Optional<PlainShell> takeIdleShell() {
        Optional<PlainShell> idle = idleShell;
        idleShell = Optional.empty();
        return idle;
    }

    /// Starts a shell for the next command.
    private synchronized void prepare() {
        if (!isShellWanted()) {
            return;
        }
        try {
            idleShell = Optional.of(startShell(StandardInput.of(LaunchRequest.Stdin.EMPTY)));
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
        takeIdleShell().ifPresent(PlainShell::stop);
        pipePool.close();
        List<PlainJob> last = List.copyOf(jobs);
        last.forEach(PlainJob::kill);
        last.forEach(PlainJob::awaitKilled);
        orphanKiller.stop();
    }
}
