package dev.deft.process.pool;

import dev.deft.draft.Overlay;
import dev.deft.gateway.Reach;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import dev.deft.process.background.LastingFiles;
import dev.deft.process.background.LastingStart;
import dev.deft.process.job.Job;
import dev.deft.process.job.Keeper;
import dev.deft.process.job.Order;
import dev.deft.process.job.Typed;
import dev.deft.process.launch.LaunchSetup;
import dev.deft.process.launch.Launcher;
import dev.deft.process.launch.Quarantine;
import dev.deft.process.output.Capture;
import dev.deft.process.output.Sink;
import dev.deft.process.tree.Brand;
import dev.deft.run.Mode;
import dev.deft.sandbox.Bubblewrap;
import dev.deft.sandbox.Helpers;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceLook.Found;
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

/// Starts commands in warm sandboxes, one sandbox for each that runs at the same time.
public final class CellLauncher implements Launcher {

    private final Path bwrap;
    private final String bash;
    private final Surroundings surroundings;
    private final Bubblewrap.NetworkAccess network;
    private final Ration ration;
    private final Optional<Doorway> doorway;
    private final Optional<String> remark;
    private final Map<String, String> environment;
    private final Sandboxes sandboxes;
    private final CellOwner cells;
    private final SandboxPlans<Bubblewrap> plans;
    private final List<Provisions> lasting = new ArrayList<>();
    private Found found = Found.NOTHING;
    private final Quarantine quarantine;

    private CellLauncher(Sandboxes sandboxes, Path bwrap, LaunchSetup setup) {
        this.surroundings = setup.surroundings();
        this.bwrap = bwrap;
        this.bash = setup.bash();
        this.sandboxes = sandboxes;
        this.cells = sandboxes.pool().owner(Mode.FULL);
        this.plans = new SandboxPlans<>(() -> sandboxes.outside(setup.surroundings()), this::made);
        this.ration = setup.ration();
        Reach reach = setup.reach();
        this.network =
                reach.everywhere() ? Bubblewrap.NetworkAccess.ALL : Bubblewrap.NetworkAccess.NONE;
        Optional<Path> nsenter = surroundings.helpers().find("nsenter");
        this.doorway = nsenter.filter(_ -> reach.singleHosts()).map(it -> new Doorway(it, reach));
        this.remark =
                reach.singleHosts() && nsenter.isEmpty()
                        ? Optional.of(
                                "there is no network, since nsenter of util-linux is not installed")
                        : Optional.empty();
        this.environment = withProxy(setup.environment());
        this.quarantine = new Quarantine(surroundings.look());
    }

    private Map<String, String> withProxy(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("TMPDIR", "/tmp");
        if (doorway.isPresent()) {
            all.putAll(Doorway.VARIABLES);
        }
        return Map.copyOf(all);
    }

    /// Makes a first sandbox, unless one like it is known to work.
    ///
    /// @throws IOException with the reason, when this machine does not let us
    public static CellLauncher open(Sandboxes sandboxes, Path bwrap, LaunchSetup setup)
            throws IOException, InterruptedException {
        var launcher = new CellLauncher(sandboxes, bwrap, setup);
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
                sandbox, plan(sandbox, sandbox.words(CellPipes.FILTER), view.secrets()));
    }

    private Bubblewrap sandbox(Found found) {
        return plans.of(found).sandbox();
    }

    private SandboxPlan plan(Bubblewrap sandbox, List<String> words, FileIdentities secrets) {
        List<String> line = new ArrayList<>(words);
        line.addAll(Provisions.first(bash, ration));
        return new SandboxPlan(
                line, sandbox.filter(), environment, new Provisions.Plan(ration, doorway), secrets);
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(Order order, Sink sink) throws IOException, InterruptedException {
        Found before = refreshed(order.script());
        SandboxPlan plan = plans.of(before).plan();
        Cell warm = order.terminal().isOurs() ? onTerminal(plan, order) : cells.take(plan);
        try {
            return begun(warm, plan, order, sink, before);
        } catch (IOException _) {
            cells.retire(warm);
            Cell fresh = order.terminal().isOurs() ? onTerminal(plan, order) : cells.fresh(plan);
            return begun(fresh, plan, order, sink, before);
        }
    }

    /// What its command reads and writes to belongs to it alone.
    private Cell onTerminal(SandboxPlan plan, Order order)
            throws IOException, InterruptedException {
        return cells.fresh(plan, Typed.of(order));
    }

    private Job begun(Cell cell, SandboxPlan plan, Order order, Sink sink, Found before)
            throws IOException {
        var job =
                new CellJob(
                        cell, order, environment, sink, it -> afterwards(it, plan, order, before));
        job.start();
        return job;
    }

    @Override
    public Optional<Aside> launchAside(
            Order order, Function<Overlay, Capture> capture, List<Path> places)
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
            Cell cell = cells.fresh(plan, Typed.of(order));
            var job =
                    new CellJob(
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
        Helpers helpers = surroundings.helpers();
        return helpers.find("unshare")
                .flatMap(unshare ->
                        helpers.find("mount").map(mount -> new Overlay.Tools(unshare, mount)));
    }

    @Override
    public boolean outlivable() {
        return true;
    }

    @Override
    public LastingFiles.Note launchLasting(Order order, LastingFiles files)
            throws IOException, InterruptedException {
        Found now = refreshed(order.script());
        var provisions = new Provisions(new Provisions.Plan(ration, doorway));
        LastingFiles.Note note = lasting(order, files, sandbox(now), provisions);
        synchronized (this) {
            lasting.add(provisions);
        }
        return note;
    }

    /// Starts a command in a sandbox of its own, which stays as long as it does.
    private LastingFiles.Note lasting(
            Order order, LastingFiles files, Bubblewrap sandbox, Provisions provisions)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(sandbox.lasting(LastingStart.FURTHER));
        words.addAll(Order.shell(bash, Keeper.LASTING, "bash", Keeper.RUNNER));
        words.addAll(ration.words());
        int filter = CellPipes.filled(sandbox.filter()).readEnd();
        try {
            return new LastingStart(files, order, environment, List.of(filter))
                    .run(
                            words,
                            new LastingStart.Signs(Tier.BUBBLEWRAP.wire(), "", Brand.NONE),
                            Spawn::start,
                            process -> {
                                provisions.begin(process);
                                provisions.complete(process);
                            });
        } finally {
            Descriptors.close(filter);
        }
    }

    /// In the namespace of an overlay we are root; inside the sandbox we are who we were.
    private static List<String> asWeAre(Bubblewrap sandbox, Overlay overlay) {
        List<String> words = new ArrayList<>(sandbox.words(CellPipes.FILTER, overlay.view()));
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
                    "The rules single out more than %d files of the workspace, too many for a sandbox. Write rules about directories."
                            .formatted(WorkspaceView.MOST_PLACES));
        }
        return found;
    }

    private Optional<String> afterwards(Cell cell, SandboxPlan plan, Order order, Found before) {
        List<String> remarks = new ArrayList<>();
        remark.or(cell.provisions()::remark).ifPresent(remarks::add);
        if (order.stdin() == Order.Stdin.TYPED || order.terminal().isOurs()) {
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
        lasting.forEach(Provisions::leave);
    }
}
