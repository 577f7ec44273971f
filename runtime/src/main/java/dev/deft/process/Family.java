package dev.deft.process;

import dev.deft.kernel.Children;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A command outside any sandbox with everything it started, also what tried to get away.
///
/// A process that leaves its group and its session and loses its parent becomes our child, since we
/// adopt orphans. We know it again by the mark in its environment; one that wiped even that, by its
/// age and by being in a session that is not ours.
final class Family {

    /// Carried by every command and by what it starts.
    static final String MARK = "DEFT_CALL";

    private static final Duration UNTIL_DEAD = Duration.ofSeconds(5);

    /// Clock ticks by which the uptime of the machine may be behind.
    private static final int SLACK = 2;

    private static final long US = ProcessHandle.current().pid();

    private final int leader;
    private final String mark;
    private final long since;

    /// What a command has once it has its order: its leader may have waited for long.
    ///
    /// @param ordered the time in clock ticks just before the order; by now the command may be over
    Family(int leader, String mark, long ordered) {
        this.leader = leader;
        this.mark = MARK + "=" + mark + "\0";
        this.since = Math.max(ProcessTree.startTicks(leader), ordered - SLACK);
    }

    void signal(int signal) {
        members().forEach(it -> Children.signal(it, signal));
    }

    private Set<Integer> members() {
        Set<Integer> all = new LinkedHashSet<>(ProcessTree.below(leader));
        all.add(leader);
        for (int orphan : orphans()) {
            all.add(orphan);
            all.addAll(ProcessTree.below(orphan));
        }
        return all;
    }

    private List<Integer> orphans() {
        int ourSession = Children.session(0);
        return ProcessTree.childrenOfMainThread(US).stream()
                .filter(it -> it != leader && belongs(it, ourSession))
                .toList();
    }

    private boolean belongs(int process, int ourSession) {
        return Children.session(process) == leader
                || ProcessTree.carries(process, mark)
                || (Children.session(process) != ourSession
                        && !ProcessTree.carries(process, MARK + "=")
                        && ProcessTree.startTicks(process) >= since);
    }

    /// Ends all of it. Each is stopped before any is killed, so that none can start another while
    /// we look.
    void kill() {
        Children.signal(-leader, Children.SIGKILL);
        Children.signal(leader, Children.SIGKILL);
        end();
    }

    /// Ends what is left after the leader has ended.
    void end() {
        long from = System.nanoTime();
        Children.signal(-leader, Children.SIGKILL);
        while (!orphans().isEmpty() && System.nanoTime() - from < UNTIL_DEAD.toNanos()) {
            Set<Integer> left = stopped();
            left.forEach(it -> Children.signal(it, Children.SIGKILL));
            orphans().forEach(Children::reap);
            LockSupport.parkNanos(200_000);
        }
    }

    private Set<Integer> stopped() {
        Set<Integer> known = new LinkedHashSet<>();
        for (Set<Integer> seen = members(); known.addAll(seen); seen = members()) {
            seen.forEach(it -> Children.signal(it, Children.SIGSTOP));
        }
        known.remove(leader);
        return known;
    }
}
