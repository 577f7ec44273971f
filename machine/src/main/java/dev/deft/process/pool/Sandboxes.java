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
    public static final int MAX_IDLE = 8;

    private static final Duration MAX_IDLE_TIME = Duration.ofMinutes(10);

    /// Scans expire, because programs may be installed between sessions.
    private static final Duration VIEW_LIFETIME = Duration.ofSeconds(10);

    private final SandboxBase base;
    private final List<Path> overlayDirectories;
    private final Set<Tier> tiers;
    private final Duration maxIdleTime;
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicBoolean swept = new AtomicBoolean();
    private Optional<SandboxPool> pool = Optional.empty();
    private Optional<CachedView> cachedView = Optional.empty();
    private boolean closed;
    private volatile boolean overlaysDisabled;
    private volatile boolean tmpfsSizeDisabled;

    /// @param overlayDirectories candidate directories for overlays, best first
    public Sandboxes(SandboxBase base, List<Path> overlayDirectories) {
        this(base, overlayDirectories, EnumSet.allOf(Tier.class), MAX_IDLE_TIME);
    }

    /// Simulates a machine with only some tiers.
    public Sandboxes(
            SandboxBase base,
            List<Path> overlayDirectories,
            Set<Tier> tiers,
            Duration maxIdleTime) {
        this.base = base;
        this.overlayDirectories = List.copyOf(overlayDirectories);
        this.tiers = Set.copyOf(tiers);
        this.maxIdleTime = maxIdleTime;
    }

    public SandboxBase base() {
        return base;
    }

    public List<Path> overlayDirectories() {
        return overlayDirectories;
    }

    /// Created with the first command, because most runs have none.
    synchronized SandboxPool pool() {
        if (pool.isEmpty()) {
            var created = new SandboxPool(sessions::get, MAX_IDLE, maxIdleTime);
            if (closed) {
                created.close();
            }
            pool = Optional.of(created);
        }
        return pool.get();
    }

    /// Called when a session that may run commands is opened.
    public void sessionOpened() {
        sessions.incrementAndGet();
    }

    /// Called when it is closed.
    public void sessionClosed() {
        if (sessions.decrementAndGet() == 0) {
            poolIfOpen().ifPresent(SandboxPool::retireSpares);
        }
    }

    private synchronized Optional<SandboxPool> poolIfOpen() {
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

    private record CachedView(SandboxBase base, OutsideView view, long when) {}

    /// What commands of a new session see of the machine.
    synchronized OutsideView outside(SandboxInputs inputs) {
        List<Path> hidden = inputs.base().hidden();
        Optional<CachedView> current =
                cachedView.filter(it ->
                        it.base().hidden().equals(hidden)
                                && System.nanoTime() - it.when() < VIEW_LIFETIME.toNanos()
                                && it.view().isCurrent());
        if (current.isEmpty()) {
            long now = System.nanoTime();
            current = Optional.of(new CachedView(inputs.base(), OutsideView.of(inputs), now));
            cachedView = current;
        }
        return current.get().view();
    }

    /// Whether overlays have failed on this machine.
    boolean overlaysDisabled() {
        return overlaysDisabled;
    }

    void disableOverlays() {
        overlaysDisabled = true;
    }

    /// Whether bubblewrap can limit the size of a tmpfs.
    boolean limitsTmpfsSize() {
        return !tmpfsSizeDisabled;
    }

    void disableTmpfsSize() {
        tmpfsSizeDisabled = true;
    }

    /// Removes the files of dead processes, once.
    public void sweep() {
        if (swept.compareAndSet(false, true)) {
            List<Path> directories = new ArrayList<>(overlayDirectories);
            directories.add(Path.of(System.getProperty("java.io.tmpdir")));
            Thread.startVirtualThread(() -> Scratch.sweep(directories));
        }
    }

    /// Ends every sandbox and the commands in it.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        poolIfOpen().ifPresent(SandboxPool::close);
    }
}
