package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A command outside any sandbox with everything it started, also what tried to get away.
///
/// A process that leaves its group and its session and loses its parent becomes our child, since we
/// adopt orphans. So do orphans of whatever else this program has started, and those are none of
/// our business. We know ours by what only a descendant can have: the session of the leader, the
/// [ProcessTag], or the mark in its environment.
///
/// The leader stays on the books until the last of its family is gone. So nobody else can have its
/// number, which is that of its group and its session too.
public final class ProcessTree {

    /// Carried by every command and by what it starts.
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

    /// Ends all of it, its leader first.
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

    /// Ends what is left after the leader has ended.
    public void end() {
        long from = System.nanoTime();
        signalGroup(ChildProcesses.SIGKILL);
        while (!ended() && System.nanoTime() - from < UNTIL_DEAD.toNanos()) {
            LockSupport.parkNanos(200_000);
        }
    }

    /// Each is stopped before any is killed, so that none can start another while we look.
    ///
    /// @return whether there was nobody to end
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

    /// Takes the leader off the books, after its end and that of all the others. From here on its
    /// number may be anybody's, and nobody is signalled any more.
    public Optional<ChildProcesses.Ended> bury() {
        synchronized (this) {
            over = true;
        }
        return ChildProcesses.reap(leader.process());
    }
}
