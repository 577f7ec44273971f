package dev.deft.process;

import dev.deft.draft.Overlay;
import dev.deft.gateway.Reach;
import dev.deft.sandbox.Bubblewrap;
import dev.deft.sandbox.Helpers;
import dev.deft.sandbox.Outside;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
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
    private Map<Path, Object> guarded = Map.of();
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
        this.quarantine = new Quarantine(surroundings.guarded());
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
        launcher.guarded = launcher.quarantine.look();
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
        List<Path> paths;
        synchronized (this) {
            paths = List.copyOf(guarded.keySet());
        }
        var sandbox = new Bubblewrap(bwrap, surroundings, outside, paths, network);
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
        Map<Path, Object> before = refreshed(order.script());
        Optional<Cell> idle = order.terminal().isOurs() ? Optional.empty() : pool.take();
        Cell warm = idle.isPresent() ? idle.get() : freshFor(order);
        try {
            return begun(warm, order, sink, before);
        } catch (IOException _) {
            pool.retire(warm);
            return begun(freshFor(order), order, sink, before);
        }
    }

    private Job begun(Cell cell, Order order, Sink sink, Map<Path, Object> before)
            throws IOException {
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
        List<Path> paths = List.copyOf(refreshed(order.script()).keySet());
        var provisions = new Provisions(new Provisions.Plan(ration, doorway));
        LastingFiles.Note note =
                new LastingStart(files, order, environment, List.of())
                        .inSandbox(
                                new Bubblewrap(bwrap, surroundings, outside, paths, network),
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
    private synchronized Map<Path, Object> refreshed(String script) throws IOException {
        Map<Path, Object> now = quarantine.look(guarded, script);
        if (!now.equals(guarded)) {
            guarded = now;
            pool.retireIdle();
        }
        return guarded;
    }

    private Optional<String> afterwards(Cell cell, Order order, Map<Path, Object> before) {
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
