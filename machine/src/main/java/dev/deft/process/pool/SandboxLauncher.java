package dev.deft.process.pool;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import dev.deft.overlay.Overlay;
import dev.deft.process.background.DetachedFiles;
import dev.deft.process.background.DetachedStart;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.RunnerScripts;
import dev.deft.process.job.StandardInput;
import dev.deft.process.launch.LaunchSetup;
import dev.deft.process.launch.Launcher;
import dev.deft.process.launch.Quarantine;
import dev.deft.process.output.Capture;
import dev.deft.process.output.OutputSink;
import dev.deft.process.tree.ProcessTag;
import dev.deft.proxy.NetworkReach;
import dev.deft.run.Mode;
import dev.deft.sandbox.Bubblewrap;
import dev.deft.sandbox.HostPrograms;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.sandbox.WorkspaceView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Starts commands in warm bubblewrap sandboxes, one sandbox for each concurrent command.
public final class SandboxLauncher implements Launcher {

    private final Path bwrap;
    private final String bash;
    private final SandboxInputs surroundings;
    private final Bubblewrap.NetworkAccess network;
    private final ResourceLimits ration;
    private final Optional<ProxySocket> doorway;
    private final Optional<String> remark;
    private final Map<String, String> environment;
    private final Sandboxes sandboxes;
    private final SessionSandboxes cells;
    private final SandboxPlans<Bubblewrap> plans;
    private final List<SandboxResources> lasting = new ArrayList<>();
    private Found found = Found.NOTHING;
    private final Quarantine quarantine;

    private SandboxLauncher(Sandboxes sandboxes, Path bwrap, LaunchSetup setup) {
        this.surroundings = setup.surroundings();
        this.bwrap = bwrap;
        this.bash = setup.bash();
        this.sandboxes = sandboxes;
        this.cells = sandboxes.pool().owner(Mode.FULL);
        this.plans = new SandboxPlans<>(() -> sandboxes.outside(setup.surroundings()), this::made);
        this.ration = setup.ration();
        NetworkReach reach = setup.reach();
        this.network =
                reach.everywhere() ? Bubblewrap.NetworkAccess.ALL : Bubblewrap.NetworkAccess.NONE;
        Optional<Path> nsenter = surroundings.helpers().find("nsenter");
        this.doorway =
                nsenter.filter(_ -> reach.singleHosts()).map(it -> new ProxySocket(it, reach));
        this.remark =
                reach.singleHosts() && nsenter.isEmpty()
                        ? Optional.of(
                                "there is no network, because nsenter of util-linux is not installed")
                        : Optional.empty();
        this.environment = withProxy(setup.environment());
        this.quarantine = new Quarantine(surroundings.look());
    }

    private Map<String, String> withProxy(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TMPDIR", "/tmp");
        if (doorway.isPresent()) {
            all.putAll(ProxySocket.VARIABLES);
        }
        return Map.copyOf(all);
    }

    /// Creates a first sandbox, unless a matching one is known to work.
    ///
    /// @throws IOException if this machine does not support it, with the reason
    public static SandboxLauncher open(Sandboxes sandboxes, Path bwrap, LaunchSetup setup)
            throws IOException, InterruptedException {
        var launcher = new SandboxLauncher(sandboxes, bwrap, setup);
        try {
            launcher.found = checked(launcher.quarantine.look());
            launcher.cells.tryOut(launcher.plans.of(launcher.found).plan());
            return launcher;
        } catch (IOException | InterruptedException e) {
            launcher.cells.close();
            throw e;
        }
    }

    private SandboxPlans.Made<Bubblewrap> made(Found found, OutsideView view) {
        var sandbox = new Bubblewrap(bwrap, surroundings, view.outside(), found, network);
        return new SandboxPlans.Made<>(
                sandbox, plan(sandbox, sandbox.words(SandboxPipes.FILTER), view.secrets()));
    }

    private Bubblewrap sandbox(Found found) {
        return plans.of(found).sandbox();
    }

    private SandboxPlan plan(Bubblewrap sandbox, List<String> words, FileIdentities secrets) {
        List<String> line = new ArrayList<>(words);
        line.addAll(SandboxResources.first(bash, ration));
        return new SandboxPlan(
                line,
                sandbox.filter(),
                environment,
                new SandboxResources.Plan(ration, doorway),
                secrets);
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(LaunchRequest order, OutputSink sink)
            throws IOException, InterruptedException {
        Found before = refreshed(order.script());
        SandboxPlan plan = plans.of(before).plan();
        WarmSandbox warm = order.terminal().isOurs() ? onTerminal(plan, order) : cells.take(plan);
        try {
            return begun(warm, plan, order, sink, before);
        } catch (IOException _) {
            cells.retire(warm);
            WarmSandbox fresh =
                    order.terminal().isOurs() ? onTerminal(plan, order) : cells.fresh(plan);
            return begun(fresh, plan, order, sink, before);
        }
    }

    /// A terminal belongs to one command, so its sandbox is new.
    private WarmSandbox onTerminal(SandboxPlan plan, LaunchRequest order)
            throws IOException, InterruptedException {
        return cells.fresh(plan, StandardInput.of(order));
    }

    private Job begun(
            WarmSandbox cell, SandboxPlan plan, LaunchRequest order, OutputSink sink, Found before)
            throws IOException {
        var job =
                new SandboxJob(
                        cell, order, environment, sink, it -> afterwards(it, plan, order, before));
        job.start();
        return job;
    }

    @Override
    public Optional<Aside> launchAside(
            LaunchRequest order, Function<Overlay, Capture> capture, List<Path> places)
            throws IOException, InterruptedException {
        Optional<Overlay.Tools> tools = overlayTools();
        if (sandboxes.withoutOverlays() || tools.isEmpty()) {
            return Optional.empty();
        }
        Bubblewrap sandbox = sandbox(refreshed(order.script()));
        Optional<Overlay> made = Overlay.of(surroundings.root(), places);
        if (made.isEmpty()) {
            return Optional.empty();
        }
        Overlay overlay = made.get();
        Capture sink = capture.apply(overlay);
        try {
            List<String> words = asWeAre(sandbox, overlay);
            SandboxPlan plan =
                    plan(
                            sandbox,
                            overlay.words(tools.get(), bash, words),
                            FileIdentities.of(List.of()));
            WarmSandbox cell = cells.fresh(plan, StandardInput.of(order));
            var job =
                    new SandboxJob(
                            cell,
                            order,
                            environment,
                            sink,
                            it -> {
                                cells.retire(it);
                                return Optional.empty();
                            });
            job.start();
            return Optional.of(new Aside(job, overlay, sink));
        } catch (IOException _) {
            sandboxes.giveUpOverlays();
            overlay.close();
            return Optional.empty();
        }
    }

    private Optional<Overlay.Tools> overlayTools() {
        HostPrograms helpers = surroundings.helpers();
        return helpers.find("unshare")
                .flatMap(unshare ->
                        helpers.find("mount").map(mount -> new Overlay.Tools(unshare, mount)));
    }

    @Override
    public boolean outlivable() {
        return true;
    }

    @Override
    public DetachedFiles.Note launchLasting(LaunchRequest order, DetachedFiles files)
            throws IOException, InterruptedException {
        Found now = refreshed(order.script());
        var provisions = new SandboxResources(new SandboxResources.Plan(ration, doorway));
        DetachedFiles.Note note = lasting(order, files, sandbox(now), provisions);
        synchronized (this) {
            lasting.add(provisions);
        }
        return note;
    }

    /// Starts a command in a sandbox of its own that lasts as long as the command.
    private DetachedFiles.Note lasting(
            LaunchRequest order,
            DetachedFiles files,
            Bubblewrap sandbox,
            SandboxResources provisions)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(sandbox.lasting(DetachedStart.FURTHER));
        words.addAll(
                LaunchRequest.shell(bash, RunnerScripts.LASTING, "bash", RunnerScripts.RUNNER));
        words.addAll(ration.words());
        int filter = SandboxPipes.filled(sandbox.filter()).readEnd();
        try {
            return new DetachedStart(files, order, environment, List.of(filter))
                    .run(
                            words,
                            new DetachedStart.Signs(Tier.BUBBLEWRAP.wire(), "", ProcessTag.NONE),
                            Spawn::start,
                            process -> {
                                provisions.begin(process);
                                provisions.complete(process);
                            });
        } finally {
            Descriptors.close(filter);
        }
    }

    /// In the user namespace of an overlay we are root; inside the sandbox we are the current user
    /// again.
    private static List<String> asWeAre(Bubblewrap sandbox, Overlay overlay) {
        List<String> words = new ArrayList<>(sandbox.words(SandboxPipes.FILTER, overlay.view()));
        words.addAll(1, List.of("--uid", us("unix:uid"), "--gid", us("unix:gid")));
        return words;
    }

    private static String us(String attribute) {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), attribute));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized Found refreshed(String script) throws IOException {
        found = checked(quarantine.look(found, script));
        return found;
    }

    private static Found checked(Found found) throws HostException {
        if (found.view().places().size() > WorkspaceView.MOST_PLACES) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "The rules name more than %d files of the workspace, too many for a sandbox. Write rules for directories instead."
                            .formatted(WorkspaceView.MOST_PLACES));
        }
        return found;
    }

    private Optional<String> afterwards(
            WarmSandbox cell, SandboxPlan plan, LaunchRequest order, Found before) {
        List<String> remarks = new ArrayList<>();
        remark.or(cell.provisions()::remark).ifPresent(remarks::add);
        if (order.stdin() == LaunchRequest.Stdin.TYPED || order.terminal().isOurs()) {
            cells.retire(cell);
        } else {
            cells.release(cell, plan);
        }
        quarantine.sweep(before, order.script()).ifPresent(remarks::add);
        return remarks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", remarks));
    }

    @Override
    public void close() {
        cells.close();
        quarantine.finish();
        lasting.forEach(SandboxResources::leave);
    }
}
