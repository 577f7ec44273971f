package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import java.time.Duration;
import java.util.ArrayList;
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
    public static final String TAG_VARIABLE = "DEFT_CALL";

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    private static final long US = ProcessHandle.current().pid();

    private final ProcessIdentity leader;
    private final String tagAssignment;
    private final ProcessTag tag;
    private boolean reaped;

    public ProcessTree(int leader, String commandId, ProcessTag tag) {
        this.leader = ProcessIdentity.of(leader).orElse(new ProcessIdentity(leader, 0));
        this.tagAssignment = TAG_VARIABLE + "=" + commandId + "\0";
        this.tag = tag;
    }

    public synchronized void signal(int signal) {
        if (!reaped) {
            members().forEach(it -> it.signal(signal));
        }
    }

    private Set<ProcessIdentity> members() {
        Set<ProcessIdentity> all = new LinkedHashSet<>(ProcessTable.descendants(leader));
        all.add(leader);
        for (ProcessIdentity orphan : orphans()) {
            all.add(orphan);
            all.addAll(ProcessTable.descendants(orphan));
        }
        return all;
    }

    private List<ProcessIdentity> orphans() {
        List<ProcessIdentity> found = new ArrayList<>();
        for (int child : ProcessTable.childrenOfMainThread(US)) {
            if (!ChildProcesses.isStartedHere(child) && isMember(child)) {
                ProcessIdentity.of(child).filter(it -> isMember(it.pid())).ifPresent(found::add);
            }
        }
        return found;
    }

    private boolean isMember(int process) {
        return ChildProcesses.session(process) == leader.pid()
                || tag.isOn(process)
                || ProcessTable.hasVariable(process, tagAssignment);
    }

    /// Kills the whole tree, leader first.
    public void kill() {
        signalGroup(ChildProcesses.SIGKILL);
        killRest();
    }

    /// Until it is reaped, no other process can have the id of the leader.
    private synchronized void signalGroup(int signal) {
        if (!reaped) {
            ChildProcesses.signal(-leader.pid(), signal);
            ChildProcesses.signal(leader.pid(), signal);
        }
    }

    /// Kills what is left after the leader has ended.
    public void killRest() {
        long from = System.nanoTime();
        signalGroup(ChildProcesses.SIGKILL);
        while (!killOrphans() && System.nanoTime() - from < KILL_TIMEOUT.toNanos()) {
            LockSupport.parkNanos(200_000);
        }
    }

    /// Stops every process before it kills any, so that none can fork in between.
    ///
    /// @return whether there were no orphans
    private synchronized boolean killOrphans() {
        if (reaped || orphans().isEmpty()) {
            return true;
        }
        stopAll().forEach(it -> it.signal(ChildProcesses.SIGKILL));
        orphans().forEach(it -> ChildProcesses.reap(it.pid()));
        return false;
    }

    private Set<ProcessIdentity> stopAll() {
        Set<ProcessIdentity> known = new LinkedHashSet<>();
        for (Set<ProcessIdentity> seen = members(); known.addAll(seen); seen = members()) {
            seen.forEach(it -> it.signal(ChildProcesses.SIGSTOP));
        }
        known.remove(leader);
        return known;
    }

    /// Reaps the leader, after everything else is gone. Its id may be reused from then on, so no
    /// more signals are sent.
    public Optional<ChildProcesses.ExitStatus> reap() {
        synchronized (this) {
            reaped = true;
        }
        return ChildProcesses.reap(leader.pid());
    }
}
