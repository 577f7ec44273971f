package dev.deft.process;

import dev.deft.sandbox.LookSandbox;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.SeccompFilter;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceLook;
import dev.deft.sandbox.WorkspaceLook.Found;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Starts commands that only look, in warm sandboxes of bubblewrap whose places of their own are
/// emptied after each command.
final class LookCells implements Launcher {

    private static final String TEMPORARY = "/tmp";

    private final Path bwrap;
    private final String bash;
    private final Surroundings surroundings;
    private final Ration ration;
    private final Map<String, String> environment;
    private final WorkspaceLook look;
    private final CellPool pool = new CellPool();
    private Found found = Found.NOTHING;
    private boolean sized = true;

    private LookCells(
            Path bwrap,
            String bash,
            Surroundings surroundings,
            Ration ration,
            Map<String, String> environment) {
        this.bwrap = bwrap;
        this.bash = bash;
        this.surroundings = surroundings;
        this.ration = ration;
        this.environment = own(environment);
        this.look = surroundings.look();
    }

    private Map<String, String> own(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(GitSettings.looking());
        all.put("HOME", sandbox().home().toString());
        all.put("TMPDIR", TEMPORARY);
        return Map.copyOf(all);
    }

    private synchronized LookSandbox sandbox() {
        return new LookSandbox(bwrap, surroundings, found, sized);
    }

    /// Makes a first sandbox.
    ///
    /// @throws IOException with the reason, when this machine does not let us
    static LookCells open(
            Path bwrap,
            String bash,
            Surroundings surroundings,
            Ration ration,
            Map<String, String> environment)
            throws IOException, InterruptedException {
        var cells = new LookCells(bwrap, bash, surroundings, ration, environment);
        cells.found = cells.look.look();
        cells.pool.release(cells.first());
        return cells;
    }

    /// An older bubblewrap cannot bound what is in memory; the kernel does, at half of it.
    private Cell first() throws IOException, InterruptedException {
        try {
            return fresh();
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("--size")) {
                throw e;
            }
            sized = false;
            return fresh();
        }
    }

    private Cell fresh() throws IOException, InterruptedException {
        LookSandbox sandbox = sandbox();
        return pool.add(
                Cell.open(
                        (filter, first) -> {
                            var line = new ArrayList<>(sandbox.words(filter));
                            line.addAll(first);
                            sandbox.places().forEach(it -> line.add(it.toString()));
                            return line;
                        },
                        SeccompFilter.program(SeccompFilter.Look.NAMESPACED),
                        bash,
                        environment,
                        new Provisions(new Provisions.Plan(ration, Optional.empty())),
                        Typed.of(Order.Stdin.TYPED)));
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(Order order, Sink sink) throws IOException, InterruptedException {
        refresh();
        Order own = order.with(own(order.variables()));
        Optional<Cell> idle = pool.take();
        Cell warm = idle.isPresent() ? idle.get() : fresh();
        try {
            return begun(warm, own, sink);
        } catch (IOException _) {
            pool.retire(warm);
            return begun(fresh(), own, sink);
        }
    }

    /// Sandboxes that show what is hidden now, or do not know a pipe, are of no use any more.
    private synchronized void refresh() throws IOException {
        Found now = look.look();
        if (!now.view().equals(found.view()) || !now.special().equals(found.special())) {
            found = now;
            pool.retireIdle();
        }
    }

    private Job begun(Cell cell, Order order, Sink sink) throws IOException {
        var job = new CellJob(cell, order, environment, sink, it -> afterwards(it, order));
        job.start();
        return job;
    }

    private Optional<String> afterwards(Cell cell, Order order) {
        Optional<String> remark = cell.provisions().remark();
        if (order.stdin() == Order.Stdin.TYPED) {
            pool.retire(cell);
        } else {
            pool.release(cell);
        }
        return remark;
    }

    @Override
    public void close() {
        pool.close();
    }
}
