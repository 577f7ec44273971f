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
    private final SandboxInputs inputs;
    private final Bubblewrap.NetworkAccess network;
    private final ResourceLimits limits;
    private final Optional<ProxySocket> proxySocket;
    private final Optional<String> remark;
    private final Map<String, String> environment;
    private final Sandboxes sandboxes;
    private final SessionSandboxes session;
    private final SandboxPlans<Bubblewrap> plans;
    private final List<SandboxResources> detached = new ArrayList<>();
    private Found found = Found.NOTHING;
    private final Quarantine quarantine;

    private SandboxLauncher(Sandboxes sandboxes, Path bwrap, LaunchSetup setup) {
        this.inputs = setup.inputs();
        this.bwrap = bwrap;
        this.bash = setup.bash();
        this.sandboxes = sandboxes;
        this.session = sandboxes.pool().owner(Mode.FULL);
        this.plans = new SandboxPlans<>(() -> sandboxes.outside(setup.inputs()), this::plan);
        this.limits = setup.limits();
        NetworkReach reach = setup.reach();
        this.network =
                reach.isUnlimited() ? Bubblewrap.NetworkAccess.ALL : Bubblewrap.NetworkAccess.NONE;
        Optional<Path> nsenter = inputs.helpers().find("nsenter");
        this.proxySocket =
                nsenter.filter(_ -> reach.isLimited()).map(it -> new ProxySocket(it, reach));
        this.remark =
                reach.isLimited() && nsenter.isEmpty()
                        ? Optional.of(
                                "there is no network, because nsenter of util-linux is not installed")
                        : Optional.empty();
        this.environment = withProxy(setup.environment());
        this.quarantine = new Quarantine(inputs.scan());
    }

    private Map<String, String> withProxy(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TMPDIR", "/tmp");
        if (proxySocket.isPresent()) {
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
            launcher.found = requireFewPlaces(launcher.quarantine.scan());
            launcher.session.ensureWorks(launcher.plans.of(launcher.found).plan());
            return launcher;
        } catch (IOException | InterruptedException e) {
            launcher.close();
            throw e;
        }
    }

    private SandboxPlans.Planned<Bubblewrap> plan(Found found, OutsideView view) {
        var sandbox = new Bubblewrap(bwrap, inputs, view.outside(), found, network);
        return new SandboxPlans.Planned<>(
                sandbox, plan(sandbox, sandbox.words(SandboxPipes.FILTER), view.secrets()));
    }

    private Bubblewrap sandbox(Found found) {
        return plans.of(found).sandbox();
    }

    private SandboxPlan plan(Bubblewrap sandbox, List<String> words, FileIdentities secrets) {
        List<String> line = new ArrayList<>(words);
        line.addAll(SandboxResources.initCommand(bash, limits));
        return new SandboxPlan(
                line,
                sandbox.filter(),
                environment,
                new SandboxResources.Plan(limits, proxySocket),
                secrets);
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(LaunchRequest request, OutputSink sink)
            throws IOException, InterruptedException {
        Found before = rescan(request.script());
        SandboxPlan plan = plans.of(before).plan();
        WarmSandbox warm =
                request.terminal().isAttached() ? onTerminal(plan, request) : session.take(plan);
        try {
            return start(warm, plan, request, sink, before);
        } catch (IOException _) {
            session.retire(warm);
            WarmSandbox replacement =
                    request.terminal().isAttached()
                            ? onTerminal(plan, request)
                            : session.create(plan);
            return start(replacement, plan, request, sink, before);
        }
    }

    /// A terminal belongs to one command, so its sandbox is new.
    private WarmSandbox onTerminal(SandboxPlan plan, LaunchRequest request)
            throws IOException, InterruptedException {
        return session.create(plan, StandardInput.of(request));
    }

    private Job start(
            WarmSandbox sandbox,
            SandboxPlan plan,
            LaunchRequest request,
            OutputSink sink,
            Found before)
            throws IOException {
        var job =
                new SandboxJob(
                        sandbox,
                        request,
                        environment,
                        sink,
                        it -> onExit(it, plan, request, before));
        job.start();
        return job;
    }

    @Override
    public Optional<OverlayRun> launchOnOverlay(
            LaunchRequest request, Function<Overlay, Capture> capture, List<Path> directories)
            throws IOException, InterruptedException {
        Optional<Overlay.Tools> tools = overlayTools();
        if (sandboxes.overlaysDisabled() || tools.isEmpty()) {
            return Optional.empty();
        }
        Bubblewrap bubblewrap = sandbox(rescan(request.script()));
        Optional<Overlay> created = Overlay.of(inputs.root(), directories);
        if (created.isEmpty()) {
            return Optional.empty();
        }
        Overlay overlay = created.get();
        Capture sink = capture.apply(overlay);
        try {
            List<String> words = asCurrentUser(bubblewrap, overlay);
            SandboxPlan plan =
                    plan(
                            bubblewrap,
                            overlay.words(tools.get(), bash, words),
                            FileIdentities.of(List.of()));
            WarmSandbox sandbox = session.create(plan, StandardInput.of(request));
            var job =
                    new SandboxJob(
                            sandbox,
                            request,
                            environment,
                            sink,
                            it -> {
                                session.retire(it);
                                return Optional.empty();
                            });
            job.start();
            return Optional.of(new OverlayRun(job, overlay, sink));
        } catch (IOException _) {
            sandboxes.disableOverlays();
            overlay.close();
            return Optional.empty();
        }
    }

    private Optional<Overlay.Tools> overlayTools() {
        HostPrograms helpers = inputs.helpers();
        return helpers.find("unshare")
                .flatMap(unshare ->
                        helpers.find("mount").map(mount -> new Overlay.Tools(unshare, mount)));
    }

    @Override
    public boolean canDetach() {
        return true;
    }

    @Override
    public DetachedFiles.ProcessInfo launchDetached(LaunchRequest request, DetachedFiles files)
            throws IOException, InterruptedException {
        Found now = rescan(request.script());
        var resources = new SandboxResources(new SandboxResources.Plan(limits, proxySocket));
        DetachedFiles.ProcessInfo info = detached(request, files, sandbox(now), resources);
        synchronized (this) {
            detached.add(resources);
        }
        return info;
    }

    /// Starts a command in a sandbox of its own that lasts as long as the command.
    private DetachedFiles.ProcessInfo detached(
            LaunchRequest request,
            DetachedFiles files,
            Bubblewrap sandbox,
            SandboxResources resources)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(sandbox.detachedWords(DetachedStart.FIRST_DESCRIPTOR));
        words.addAll(
                LaunchRequest.shell(bash, RunnerScripts.DETACHED, "bash", RunnerScripts.RUNNER));
        words.addAll(limits.words());
        int filter = SandboxPipes.filterPipe(sandbox.filter()).readEnd();
        try {
            return new DetachedStart(files, request, environment, List.of(filter))
                    .run(
                            words,
                            new DetachedStart.Tags(Tier.BUBBLEWRAP.wire(), "", ProcessTag.NONE),
                            Spawn::start,
                            process -> {
                                resources.begin(process);
                                resources.complete(process);
                            });
        } finally {
            Descriptors.close(filter);
        }
    }

    /// In the user namespace of an overlay we are root; inside the sandbox we are the current user
    /// again.
    private static List<String> asCurrentUser(Bubblewrap sandbox, Overlay overlay) {
        List<String> words = new ArrayList<>(sandbox.words(SandboxPipes.FILTER, overlay.view()));
        words.addAll(1, List.of("--uid", currentId("unix:uid"), "--gid", currentId("unix:gid")));
        return words;
    }

    private static String currentId(String attribute) {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), attribute));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized Found rescan(String script) throws IOException {
        found = requireFewPlaces(quarantine.scan(found, script));
        return found;
    }

    private static Found requireFewPlaces(Found found) throws HostException {
        if (found.view().places().size() > WorkspaceView.MAX_PLACES) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "The rules name more than %d files of the workspace, too many for a sandbox. Write rules for directories instead."
                            .formatted(WorkspaceView.MAX_PLACES));
        }
        return found;
    }

    private Optional<String> onExit(
            WarmSandbox sandbox, SandboxPlan plan, LaunchRequest request, Found before) {
        List<String> remarks = new ArrayList<>();
        remark.or(sandbox.resources()::remark).ifPresent(remarks::add);
        if (request.stdin() == LaunchRequest.Stdin.INTERACTIVE || request.terminal().isAttached()) {
            session.retire(sandbox);
        } else {
            session.release(sandbox, plan);
        }
        quarantine.sweep(before, request.script()).ifPresent(remarks::add);
        return remarks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", remarks));
    }

    @Override
    public void close() {
        session.close();
        quarantine.finish();
        detached.forEach(SandboxResources::closeProxy);
    }
}
