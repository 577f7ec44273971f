package dev.deft.process;

import dev.deft.sandbox.Bubblewrap;
import dev.deft.sandbox.GuardedPaths;
import dev.deft.sandbox.SeccompFilter;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Starts commands in warm sandboxes, one sandbox for each that runs at the same time.
final class CellLauncher implements Launcher {

    private final Path bwrap;
    private final String bash;
    private final Surroundings surroundings;
    private final Bubblewrap.NetworkAccess network;
    private final Map<String, String> environment;
    private final Deque<Cell> idle = new ArrayDeque<>();
    private final Set<Cell> all = new HashSet<>();
    private Map<Path, Object> guarded = Map.of();
    private final Quarantine quarantine;
    private boolean closed;

    private CellLauncher(
            Path bwrap,
            String bash,
            Surroundings surroundings,
            Bubblewrap.NetworkAccess network,
            Map<String, String> environment) {
        this.bwrap = bwrap;
        this.bash = bash;
        this.surroundings = surroundings;
        this.network = network;
        this.environment = environment;
        this.quarantine = new Quarantine(surroundings.root());
    }

    /// Makes a first sandbox.
    ///
    /// @throws IOException with the reason, when this machine does not let us
    static CellLauncher open(
            Path bwrap,
            String bash,
            Surroundings surroundings,
            Bubblewrap.NetworkAccess network,
            Map<String, String> environment)
            throws IOException, InterruptedException {
        var launcher = new CellLauncher(bwrap, bash, surroundings, network, environment);
        launcher.guarded = GuardedPaths.in(surroundings.root());
        launcher.release(launcher.fresh());
        return launcher;
    }

    private Cell fresh() throws IOException, InterruptedException {
        List<Path> paths;
        synchronized (this) {
            paths = List.copyOf(guarded.keySet());
        }
        var sandbox = new Bubblewrap(bwrap, surroundings, paths, network);
        Cell cell =
                Cell.open(
                        (filter, first) -> {
                            var line = new ArrayList<>(sandbox.words(filter));
                            line.addAll(first);
                            return line;
                        },
                        SeccompFilter.program(SeccompFilter.Sockets.NAMESPACED),
                        bash,
                        environment);
        synchronized (this) {
            all.add(cell);
        }
        return cell;
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(Order order, Sink sink) throws IOException, InterruptedException {
        Map<Path, Object> before = refreshed(order.script());
        Cell cell = taken();
        var job = new CellJob(cell, order, environment, sink, it -> afterwards(it, order, before));
        job.start();
        return job;
    }

    /// Sandboxes that do not hold fast what is protected now are of no use any more.
    private synchronized Map<Path, Object> refreshed(String script) throws IOException {
        Map<Path, Object> now = quarantine.look(guarded, script);
        if (!now.equals(guarded)) {
            guarded = now;
            idle.forEach(Cell::close);
            all.removeAll(idle);
            idle.clear();
        }
        return guarded;
    }

    private Optional<String> afterwards(Cell cell, Order order, Map<Path, Object> before) {
        if (order.stdin() == Order.Stdin.TYPED) {
            retire(cell);
        } else {
            release(cell);
        }
        return quarantine.sweep(before, order.script());
    }

    private Cell taken() throws IOException, InterruptedException {
        synchronized (this) {
            while (!idle.isEmpty()) {
                Cell cell = idle.pop();
                if (cell.usable()) {
                    return cell;
                }
                all.remove(cell);
            }
        }
        return fresh();
    }

    private synchronized void release(Cell cell) {
        if (cell.usable() && !closed) {
            idle.push(cell);
        } else {
            retire(cell);
        }
    }

    private synchronized void retire(Cell cell) {
        all.remove(cell);
        cell.close();
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.clear();
        all.forEach(Cell::close);
        all.clear();
    }
}
