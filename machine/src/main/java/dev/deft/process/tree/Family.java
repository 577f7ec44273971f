package dev.deft.process.tree;

import dev.deft.kernel.Children;
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
/// [Brand], or the mark in its environment.
///
/// The leader stays on the books until the last of its family is gone. So nobody else can have its
/// number, which is that of its group and its session too.
public final class Family {

    /// Carried by every command and by what it starts.
    public static final String MARK = "DEFT_CALL";

    private static final Duration UNTIL_DEAD = Duration.ofSeconds(5);

    private static final long US = ProcessHandle.current().pid();

    private final Individual leader;
    private final String mark;
    private final Brand brand;
    private boolean over;

    public Family(int leader, String mark, Brand brand) {
        this.leader = Individual.of(leader).orElse(new Individual(leader, 0));
        this.mark = MARK + "=" + mark + "\0";
        this.brand = brand;
    }

    public synchronized void signal(int signal) {
        if (!over) {
            members().forEach(it -> it.signal(signal));
        }
    }

    private Set<Individual> members() {
        Set<Individual> all = new LinkedHashSet<>(ProcessTree.below(leader));
        all.add(leader);
        for (Individual orphan : orphans()) {
            all.add(orphan);
            all.addAll(ProcessTree.below(orphan));
        }
        return all;
    }

    private List<Individual> orphans() {
        return ProcessTree.childrenOfMainThread(US).stream()
                .flatMap(it -> Individual.of(it).stream())
                .filter(it -> it.process() != leader.process() && belongs(it.process()))
                .toList();
    }

    private boolean belongs(int process) {
        return Children.session(process) == leader.process()
                || brand.isOn(process)
                || ProcessTree.carries(process, mark);
    }

    /// Ends all of it, its leader first.
    public void kill() {
        signalGroup(Children.SIGKILL);
        end();
    }

    private synchronized void signalGroup(int signal) {
        if (!over) {
            Children.signal(-leader.process(), signal);
            leader.signal(signal);
        }
    }

    /// Ends what is left after the leader has ended.
    public void end() {
        long from = System.nanoTime();
        signalGroup(Children.SIGKILL);
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
        stopped().forEach(it -> it.signal(Children.SIGKILL));
        orphans().forEach(it -> Children.reap(it.process()));
        return false;
    }

    private Set<Individual> stopped() {
        Set<Individual> known = new LinkedHashSet<>();
        for (Set<Individual> seen = members(); known.addAll(seen); seen = members()) {
            seen.forEach(it -> it.signal(Children.SIGSTOP));
        }
        known.remove(leader);
        return known;
    }

    /// Takes the leader off the books, after its end and that of all the others. From here on its
    /// number may be anybody's, and nobody is signalled any more.
    public Optional<Children.Ended> bury() {
        synchronized (this) {
            over = true;
        }
        return Children.reap(leader.process());
    }
}
