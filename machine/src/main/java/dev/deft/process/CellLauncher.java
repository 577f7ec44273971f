package dev.deft.process;

import dev.deft.draft.Overlay;
import dev.deft.gateway.Reach;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.sandbox.Bubblewrap;
import dev.deft.sandbox.Helpers;
import dev.deft.sandbox.Outside;
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
final class CellLauncher implements Launcher {

    private final Path bwrap;
    private final String bash;
    private final Surroundings surroundings;
    private final Outside outside;
    private final Bubblewrap.NetworkAccess network;
    private final Ration ration;
    private final Optional<Doorway> doorway;
    private final Optional<String> remark;
    private final Map<String, String> environment;
    private final CellPool pool = new CellPool();
    private final List<Provisions> lasting = new ArrayList<>();
    private Found found = Found.NOTHING;
    private final Quarantine quarantine;
    private volatile boolean withoutOverlays;

    private CellLauncher(
            Path bwrap,
            String bash,
            Surroundings surroundings,
            Reach reach,
            Ration ration,
            Map<String, String> environment) {
        this.bwrap = bwrap;
        this.bash = bash;
        this.surroundings = surroundings;
        this.outside = surroundings.outside();
        this.ration = ration;
        this.network =
                reach.everywhere() ? Bubblewrap.NetworkAccess.ALL : Bubblewrap.NetworkAccess.NONE;
        Optional<Path> nsenter = surroundings.helpers().find("nsenter");
        this.doorway = nsenter.filter(_ -> reach.singleHosts()).map(it -> new Doorway(it, reach));
        this.remark =
                reach.singleHosts() && nsenter.isEmpty()
                        ? Optional.of(
                                "there is no network, since nsenter of util-linux is not installed")
                        : Optional.empty();
        this.environment = withProxy(environment);
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

    /// Makes a first sandbox.
    ///
    /// @throws IOException with the reason, when this machine does not let us
    static CellLauncher open(
            Path bwrap,
            String bash,
            Surroundings surroundings,
            Reach reach,
            Ration ration,
            Map<String, String> environment)
            throws IOException, InterruptedException {
        var launcher = new CellLauncher(bwrap, bash, surroundings, reach, ration, environment);
        launcher.found = checked(launcher.quarantine.look());
        launcher.pool.release(launcher.fresh());
        return launcher;
    }

    private Cell fresh() throws IOException, InterruptedException {
        return fresh(Bubblewrap::words, Typed.of(Order.Stdin.TYPED));
    }

    /// What its command reads and, on a terminal, writes to belongs to it alone.
    private Cell freshFor(Order order) throws IOException, InterruptedException {
        return order.terminal().isOurs() ? fresh(Bubblewrap::words, Typed.of(order)) : fresh();
    }

    /// The command line of a sandbox.
    @FunctionalInterface
    private interface Line {

        List<String> words(Bubblewrap sandbox, int filter);
    }

    private Cell fresh(Line made, Typed typed) throws IOException, InterruptedException {
        Found now;
        synchronized (this) {
            now = found;
        }
        var sandbox = new Bubblewrap(bwrap, surroundings, outside, now, network);
        return pool.add(
                Cell.open(
                        (filter, first) -> {
                            var line = new ArrayList<>(made.words(sandbox, filter));
                            line.addAll(first);
                            return line;
                        },
                        sandbox.filter(),
                        bash,
                        environment,
                        new Provisions(new Provisions.Plan(ration, doorway)),
                        typed));
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(Order order, Sink sink) throws IOException, InterruptedException {
        Found before = refreshed(order.script());
        Optional<Cell> idle = order.terminal().isOurs() ? Optional.empty() : pool.take();
        Cell warm = idle.isPresent() ? idle.get() : freshFor(order);
        try {
            return begun(warm, order, sink, before);
        } catch (IOException _) {
            pool.retire(warm);
            return begun(freshFor(order), order, sink, before);
        }
    }

    private Job begun(Cell cell, Order order, Sink sink, Found before) throws IOException {
        var job = new CellJob(cell, order, environment, sink, it -> afterwards(it, order, before));
        job.start();
        return job;
    }

    @Override
    public Optional<Aside> launchAside(
            Order order, Function<Overlay, Capture> capture, List<Path> places)
            throws IOException, InterruptedException {
        Optional<Overlay.Tools> tools = overlayTools();
        if (withoutOverlays || tools.isEmpty()) {
            return Optional.empty();
        }
        refreshed(order.script());
        Optional<Overlay> made = Overlay.of(surroundings.root(), places);
        if (made.isEmpty()) {
            return Optional.empty();
        }
        Overlay overlay = made.get();
        Capture sink = capture.apply(overlay);
        try {
            Cell cell =
                    fresh(
                            (sandbox, filter) ->
                                    overlay.words(
                                            tools.get(), bash, asWeAre(sandbox, filter, overlay)),
                            Typed.of(order));
            var job =
                    new CellJob(
                            cell,
                            order,
                            environment,
                            sink,
                            it -> {
                                pool.retire(it);
                                return Optional.empty();
                            });
            job.start();
            return Optional.of(new Aside(job, overlay, sink));
        } catch (IOException _) {
            withoutOverlays = true;
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
        LastingFiles.Note note =
                new LastingStart(files, order, environment, List.of())
                        .inSandbox(
                                new Bubblewrap(bwrap, surroundings, outside, now, network),
                                bash,
                                ration,
                                provisions);
        synchronized (this) {
            lasting.add(provisions);
        }
        return note;
    }

    /// In the namespace of an overlay we are root; inside the sandbox we are who we were.
    private static List<String> asWeAre(Bubblewrap sandbox, int filter, Overlay overlay) {
        List<String> words = new ArrayList<>(sandbox.words(filter, overlay.view()));
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

    /// Sandboxes that do not hold fast what is protected now are of no use any more.
    private synchronized Found refreshed(String script) throws IOException {
        Found now = checked(quarantine.look(found, script));
        if (!now.equals(found)) {
            found = now;
            pool.retireIdle();
        }
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

    private Optional<String> afterwards(Cell cell, Order order, Found before) {
        List<String> remarks = new ArrayList<>();
        remark.or(cell.provisions()::remark).ifPresent(remarks::add);
        if (order.stdin() == Order.Stdin.TYPED || order.terminal().isOurs()) {
            pool.retire(cell);
        } else {
            pool.release(cell);
        }
        quarantine.sweep(before, order.script()).ifPresent(remarks::add);
        return remarks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", remarks));
    }

    @Override
    public void close() {
        pool.close();
        quarantine.finish();
        lasting.forEach(Provisions::leave);
    }
}
