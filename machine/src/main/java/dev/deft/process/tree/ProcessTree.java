package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A command outside any sandbox with all its descendants, including those that tried to escape.
///
/// A process that leaves its group and session and loses its parent becomes our child, because we
/// adopt orphans. Orphans of other children of this JVM do too, and must not be touched. We
/// recognize ours by the session of the leader, the [ProcessTag], or the tag variable in the
/// environment.
///
/// The leader is reaped last, so that its id, which is also that of its group and session, is not
/// reused before.
public final class ProcessTree {

    /// The environment variable that tags every command and its descendants.
    public static final String MARK = "DEFT_CALL";

    private static final Duration UNTIL_DEAD = Duration.ofSeconds(5);

    private static final long US = ProcessHandle.current().pid();

    private final ProcessIdentity leader;
    private final String mark;
    private final ProcessTag brand;
    private boolean over;

    public ProcessTree(int leader, String mark, ProcessTag brand) {
        this.leader = ProcessIdentity.of(leader).orElse(new ProcessIdentity(leader, 0));
        this.mark = MARK + "=" + mark + "\0";
        this.brand = brand;
    }

    public synchronized void signal(int signal) {
        if (!over) {
            members().forEach(it -> it.signal(signal));
        }
    }

    private Set<ProcessIdentity> members() {
        Set<ProcessIdentity> all = new LinkedHashSet<>(ProcessTable.below(leader));
        all.add(leader);
        for (ProcessIdentity orphan : orphans()) {
            all.add(orphan);
            all.addAll(ProcessTable.below(orphan));
        }
        return all;
    }

    private List<ProcessIdentity> orphans() {
        return ProcessTable.childrenOfMainThread(US).stream()
                .flatMap(it -> ProcessIdentity.of(it).stream())
                .filter(it -> it.process() != leader.process() && belongs(it.process()))
                .toList();
    }

    private boolean belongs(int process) {
        return ChildProcesses.session(process) == leader.process()
                || brand.isOn(process)
                || ProcessTable.carries(process, mark);
    }

    /// Kills the whole tree, leader first.
    public void kill() {
        signalGroup(ChildProcesses.SIGKILL);
        end();
    }

    private synchronized void signalGroup(int signal) {
        if (!over) {
            ChildProcesses.signal(-leader.process(), signal);
            leader.signal(signal);
        }
    }

    /// Kills what is left after the leader has ended.
    public void end() {
        long from = System.nanoTime();
        signalGroup(ChildProcesses.SIGKILL);
        while (!ended() && System.nanoTime() - from < UNTIL_DEAD.toNanos()) {
            LockSupport.parkNanos(200_000);
        }
    }

    /// Stops every process before it kills any, so that none can fork in between.
    ///
    /// @return whether there were no orphans
    private synchronized boolean ended() {
        if (over || orphans().isEmpty()) {
            return true;
        }
        stopped().forEach(it -> it.signal(ChildProcesses.SIGKILL));
        orphans().forEach(it -> ChildProcesses.reap(it.process()));
        return false;
    }

    private Set<ProcessIdentity> stopped() {
        Set<ProcessIdentity> known = new LinkedHashSet<>();
        for (Set<ProcessIdentity> seen = members(); known.addAll(seen); seen = members()) {
            seen.forEach(it -> it.signal(ChildProcesses.SIGSTOP));
        }
        known.remove(leader);
        return known;
    }

    /// Reaps the leader, after everything else is gone. Its id may be reused from then on, so no
    /// more signals are sent.
    public Optional<ChildProcesses.Ended> bury() {
        synchronized (this) {
            over = true;
        }
        return ChildProcesses.reap(leader.process());
    }
}
