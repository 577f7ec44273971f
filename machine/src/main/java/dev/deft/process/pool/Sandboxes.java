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

/// The sandboxes of a workspace: the warm ones, shared by all sessions on the root, and what was
/// found out about the machine.
///
/// Nothing is opened before the first command.
public final class Sandboxes implements AutoCloseable {

    /// How many sandboxes wait for a command, of all sessions together.
    public static final int MOST_IDLE = 8;

    private static final Duration LONGEST_IDLE = Duration.ofMinutes(10);

    /// Programs are installed while sessions come and go.
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

    /// The sandboxes of a workspace.
    ///
    /// @param drafts where changes made aside may lie, best first
    public Sandboxes(SandboxBase base, List<Path> drafts) {
        this(base, drafts, EnumSet.allOf(Tier.class), LONGEST_IDLE);
    }

    /// The same, on a machine that offers some fences only.
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

    /// Made for the first command: most runs have none.
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

    /// A session has been opened that may run commands.
    public void enter() {
        sessions.incrementAndGet();
    }

    /// It has been closed.
    public void leave() {
        if (sessions.decrementAndGet() == 0) {
            made().ifPresent(SandboxPool::retireSpares);
        }
    }

    private synchronized Optional<SandboxPool> made() {
        return pool;
    }

    /// How many sandboxes wait for a command.
    public int idle() {
        return pool().idle();
    }

    /// The first processes of those of them that have run no command yet.
    public List<Integer> spares() {
        return pool().spares().stream().flatMap(it -> it.firstProcess().stream()).toList();
    }

    public boolean offers(Tier tier) {
        return tiers.contains(tier);
    }

    /// The program that makes the best sandboxes, where it is installed.
    public Optional<Path> bubblewrap() {
        return base.helpers().find("bwrap").filter(_ -> offers(Tier.BUBBLEWRAP));
    }

    /// A look at the machine.
    private record Looked(SandboxBase base, OutsideView view, long when) {}

    /// What commands see of the machine, for a session that is about to begin.
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

    /// Whether a command cannot see an overlay in place of the workspace, as far as was tried.
    boolean withoutOverlays() {
        return withoutOverlays;
    }

    void giveUpOverlays() {
        withoutOverlays = true;
    }

    /// Whether bubblewrap bounds what is in memory, as far as was tried.
    boolean bindsSizes() {
        return !withoutSizes;
    }

    void giveUpSizes() {
        withoutSizes = true;
    }

    /// Removes what dead processes have left behind, once.
    public void sweep() {
        if (swept.compareAndSet(false, true)) {
            List<Path> places = new ArrayList<>(drafts);
            places.add(Path.of(System.getProperty("java.io.tmpdir")));
            Thread.startVirtualThread(() -> Scratch.sweep(places));
        }
    }

    /// Ends every sandbox, and what still runs in one.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        made().ifPresent(SandboxPool::close);
    }
}
