package dev.deft.process.pool;

import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.sandbox.Tier;
import dev.deft.scratch.Scratch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The sandboxes of a workspace: the warm ones, shared by all sessions on this root, and what is
/// known about the machine.
///
/// Nothing is opened before the first command.
public final class Sandboxes implements AutoCloseable {

    /// How many sandboxes of all sessions are kept idle.
    public static final int MOST_IDLE = 8;

    private static final Duration LONGEST_IDLE = Duration.ofMinutes(10);

    /// Scans expire, because programs may be installed between sessions.
    private static final Duration LOOK_COUNTS_FOR = Duration.ofSeconds(10);

    private final SandboxBase base;
    private final List<Path> drafts;
    private final Set<Tier> tiers;
    private final Duration longestIdle;
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicBoolean swept = new AtomicBoolean();
    private Optional<SandboxPool> pool = Optional.empty();
    private Optional<Looked> looked = Optional.empty();
    private boolean closed;
    private volatile boolean withoutOverlays;
    private volatile boolean withoutSizes;

    /// @param drafts candidate directories for overlays, best first
    public Sandboxes(SandboxBase base, List<Path> drafts) {
        this(base, drafts, EnumSet.allOf(Tier.class), LONGEST_IDLE);
    }

    /// Simulates a machine with only some tiers.
    public Sandboxes(SandboxBase base, List<Path> drafts, Set<Tier> tiers, Duration longestIdle) {
        this.base = base;
        this.drafts = List.copyOf(drafts);
        this.tiers = Set.copyOf(tiers);
        this.longestIdle = longestIdle;
    }

    public SandboxBase base() {
        return base;
    }

    public List<Path> drafts() {
        return drafts;
    }

    /// Created with the first command, because most runs have none.
    synchronized SandboxPool pool() {
        if (pool.isEmpty()) {
            var made = new SandboxPool(sessions::get, MOST_IDLE, longestIdle);
            if (closed) {
                made.close();
            }
            pool = Optional.of(made);
        }
        return pool.get();
    }

    /// Called when a session that may run commands is opened.
    public void enter() {
        sessions.incrementAndGet();
    }

    /// Called when it is closed.
    public void leave() {
        if (sessions.decrementAndGet() == 0) {
            made().ifPresent(SandboxPool::retireSpares);
        }
    }

    private synchronized Optional<SandboxPool> made() {
        return pool;
    }

    /// The number of idle sandboxes.
    public int idle() {
        return pool().idle();
    }

    /// The first processes of the sandboxes that have run no command yet.
    public List<Integer> spares() {
        return pool().spares().stream().flatMap(it -> it.firstProcess().stream()).toList();
    }

    public boolean offers(Tier tier) {
        return tiers.contains(tier);
    }

    /// The bubblewrap program, if it is installed.
    public Optional<Path> bubblewrap() {
        return base.helpers().find("bwrap").filter(_ -> offers(Tier.BUBBLEWRAP));
    }

    private record Looked(SandboxBase base, OutsideView view, long when) {}

    /// What commands of a new session see of the machine.
    synchronized OutsideView outside(SandboxInputs surroundings) {
        List<Path> hidden = surroundings.base().hidden();
        Optional<Looked> known =
                looked.filter(it ->
                        it.base().hidden().equals(hidden)
                                && System.nanoTime() - it.when() < LOOK_COUNTS_FOR.toNanos()
                                && it.view().holds());
        if (known.isEmpty()) {
            long now = System.nanoTime();
            known = Optional.of(new Looked(surroundings.base(), OutsideView.of(surroundings), now));
            looked = known;
        }
        return known.get().view();
    }

    /// Whether overlays have failed on this machine.
    boolean withoutOverlays() {
        return withoutOverlays;
    }

    void giveUpOverlays() {
        withoutOverlays = true;
    }

    /// Whether bubblewrap can limit the size of a tmpfs.
    boolean bindsSizes() {
        return !withoutSizes;
    }

    void giveUpSizes() {
        withoutSizes = true;
    }

    /// Removes the files of dead processes, once.
    public void sweep() {
        if (swept.compareAndSet(false, true)) {
            List<Path> places = new ArrayList<>(drafts);
            places.add(Path.of(System.getProperty("java.io.tmpdir")));
            Thread.startVirtualThread(() -> Scratch.sweep(places));
        }
    }

    /// Ends every sandbox and the commands in it.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        made().ifPresent(SandboxPool::close);
    }
}
