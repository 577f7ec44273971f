package dev.deft.engine.subagent;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.SideWork;
import dev.deft.agent.subagent.ActiveSubAgent;
import dev.deft.agent.subagent.SubAgents;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The sub-agents of one session that are at work, and the outcomes of those that ended.
public final class RunningChildren implements SideWork {

    private final AtomicInteger alive;
    private final boolean waiting;
    private final boolean atLimit;
    private final Map<String, Child> running = new LinkedHashMap<>();
    private final List<RunOutcome> ended = new ArrayList<>();
    private volatile boolean closed;

    /// @param alive counts the sub-agents of the whole tree
    /// @param waiting whether a run waits for those in the background before it ends
    /// @param atLimit whether the session is too deep to have any
    public RunningChildren(AtomicInteger alive, boolean waiting, boolean atLimit) {
        this.atLimit = atLimit;
        this.alive = alive;
        this.waiting = waiting;
    }

    /// Counts the sub-agents of the whole tree.
    public AtomicInteger alive() {
        return alive;
    }

    /// Whether the session is too deep to have any.
    public boolean atLimit() {
        return atLimit;
    }

    /// A sub-agent at work.
    ///
    /// @param doing what it does now
    /// @param stop interrupts it
    public record Child(
            String id,
            String agent,
            String task,
            boolean background,
            String startedAt,
            Supplier<String> doing,
            Runnable stop) {

        ActiveSubAgent shown() {
            return new ActiveSubAgent(id, agent, task, background, startedAt, doing.get());
        }
    }

    /// The place of a sub-agent among those at work; closing it frees the place.
    public final class Place implements AutoCloseable {

        private Optional<String> id = Optional.empty();
        private boolean freed;

        private Place() {}

        /// Shows the sub-agent as one at work.
        public void occupy(Child child) {
            synchronized (RunningChildren.this) {
                running.put(child.id(), child);
                id = Optional.of(child.id());
            }
        }

        /// Counts what it cost.
        public void ended(RunOutcome outcome) {
            synchronized (RunningChildren.this) {
                ended.add(outcome);
            }
        }

        @Override
        public void close() {
            synchronized (RunningChildren.this) {
                if (!freed) {
                    freed = true;
                    alive.decrementAndGet();
                    id.ifPresent(running::remove);
                    RunningChildren.this.notifyAll();
                }
            }
        }
    }

    /// Takes a place for a sub-agent.
    ///
    /// @throws HostException if too many are at work
    public Place enter() throws HostException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session is closed.");
        }
        if (alive.incrementAndGet() > SubAgents.MAX_ALIVE) {
            alive.decrementAndGet();
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "%d sub-agents are at work already, which is the most at once. Wait until one has ended, or do it yourself."
                            .formatted(SubAgents.MAX_ALIVE));
        }
        return new Place();
    }

    /// Those at work, in the order they started.
    public synchronized List<ActiveSubAgent> list() {
        return running.values().stream().map(Child::shown).toList();
    }

    /// Interrupts one of them.
    ///
    /// @return whether there is one
    public boolean stop(String id) {
        Optional<Child> found;
        synchronized (this) {
            found = Optional.ofNullable(running.get(id));
        }
        found.ifPresent(it -> it.stop().run());
        return found.isPresent();
    }

    /// Interrupts all of them.
    public void stopAll() {
        List<Child> all;
        synchronized (this) {
            all = List.copyOf(running.values());
        }
        all.forEach(it -> it.stop().run());
    }

    /// Interrupts all of them, and lets none start any more.
    public void close() {
        closed = true;
        stopAll();
    }

    /// Waits until none works in the background, for some time.
    public synchronized void awaitBackground(Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        for (long left = most.toMillis();
                anyInBackground() && left > 0;
                left = (deadline - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    private boolean anyInBackground() {
        return running.values().stream().anyMatch(Child::background);
    }

    @Override
    public synchronized boolean await(BooleanSupplier arrived) throws InterruptedException {
        while (waiting && !arrived.getAsBoolean() && anyInBackground()) {
            wait();
        }
        return waiting && arrived.getAsBoolean();
    }

    @Override
    public synchronized List<RunOutcome> takeEnded() {
        List<RunOutcome> taken = List.copyOf(ended);
        ended.clear();
        return taken;
    }
}
