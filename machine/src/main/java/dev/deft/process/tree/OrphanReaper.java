package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// Reaps dead orphans that became our children and that nobody else waits for.
///
/// Adopting orphans is a property of the whole process, so there is one reaper for all sessions and
/// it is never stopped. Children started by [Spawn] are reaped by whoever started them. The JDK has
/// a thread for each process it started; a process that is still a zombie after several scans has
/// no parent that waits for it.
public final class OrphanReaper {

    private static final Duration SCAN_INTERVAL = Duration.ofSeconds(1);
    private static final int SCANS_BEFORE_REAP = 5;
    private static final int US = (int) ProcessHandle.current().pid();
    private static final AtomicBoolean RUNNING = new AtomicBoolean();

    private final Map<ProcessIdentity, Integer> seen = new HashMap<>();

    private OrphanReaper() {}

    /// Adopts orphans and reaps them from now on.
    public static void adoptOrphans() {
        ChildProcesses.adoptOrphans();
        if (RUNNING.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("orphans").start(new OrphanReaper()::run);
        }
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(SCAN_INTERVAL);
                scan();
            }
        } catch (InterruptedException _) {
            RUNNING.set(false);
        }
    }

    private void scan() {
        Map<ProcessIdentity, Integer> now = new HashMap<>();
        for (int child : ProcessTable.children(US)) {
            ProcessTable.stat(child)
                    .filter(it -> it.dead() && !ChildProcesses.isStartedHere(child))
                    .map(it -> new ProcessIdentity(child, it.started()))
                    .ifPresent(dead -> now.put(dead, seen.getOrDefault(dead, 0) + 1));
        }
        seen.clear();
        seen.putAll(now);
        now.forEach((dead, looks) -> {
            if (looks >= SCANS_BEFORE_REAP) {
                ChildProcesses.reap(dead.pid());
            }
        });
    }
}
