package dev.deft.process.pool;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.StandardInput;
import dev.deft.run.Mode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/// The warm sandboxes of a workspace.
///
/// A sandbox that has run a command serves only the session of that command, so that no other
/// session finds its leftovers. An unused sandbox, a spare, serves any session with a matching
/// plan; spares are created while there are sessions without a sandbox.
final class SandboxPool {

    /// How many used sandboxes of a session and mode are kept idle.
    static final int MAX_IDLE_OF_OWNER = 4;

    /// How many spares are kept.
    private static final int MAX_SPARES = 2;

    private static final int MAX_FAILURES = 8;
    private static final Duration FAILURE_LIFETIME = Duration.ofMinutes(1);

    private final IntSupplier sessions;
    private final int maxIdle;
    private final Duration maxIdleTime;
    private final Deque<Idle> idle = new ArrayDeque<>();
    private final Set<SessionSandboxes> owners = new HashSet<>();
    private final List<SandboxPlan> preparing = new ArrayList<>();
    private final Deque<Failure> failures = new ArrayDeque<>();
    private boolean closed;

    /// @param sessions the number of open sessions, whether they run commands or not
    /// @param maxIdle how many sandboxes of all sessions are kept idle
    /// @param maxIdleTime how long a sandbox may be idle
    SandboxPool(IntSupplier sessions, int maxIdle, Duration maxIdleTime) {
        this.sessions = sessions;
        this.maxIdle = maxIdle;
        this.maxIdleTime = maxIdleTime;
    }

    /// An idle sandbox; the most recently used one comes first.
    ///
    /// @param owner the session whose commands it has run; empty for a spare
    private record Idle(WarmSandbox sandbox, SandboxPlan plan, Optional<SessionSandboxes> owner) {

        boolean isSpare(SandboxPlan wanted) {
            return owner.isEmpty() && plan.matches(wanted);
        }

        boolean isOf(SessionSandboxes other) {
            return owner.filter(it -> it == other).isPresent();
        }
    }

    /// A plan that failed.
    private record Failure(SandboxPlan plan, String reason, long when) {}

    /// Ends all spares.
    synchronized void retireSpares() {
        retire(it -> it.owner().isEmpty());
    }

    /// Registers the sandboxes of a session for commands of one mode.
    synchronized SessionSandboxes owner(Mode mode) {
        var owner = new SessionSandboxes(this, mode);
        owners.add(owner);
        return owner;
    }

    /// Makes sure that sandboxes of this plan work, if necessary by creating one.
    ///
    /// @throws IOException if they do not, with the reason
    void ensureWorks(SessionSandboxes owner, SandboxPlan plan)
            throws IOException, InterruptedException {
        synchronized (this) {
            owner.usePlan(plan);
            if (findIdle(it -> it.isSpare(plan)).isPresent()) {
                return;
            }
            removeOldFailures();
            for (Failure it : failures) {
                if (it.plan().matches(plan)) {
                    throw new IOException(it.reason());
                }
            }
        }
        try {
            WarmSandbox sandbox = plan.open(StandardInput.of(LaunchRequest.Stdin.INTERACTIVE));
            addIdle(
                    plan.isShareable()
                            ? new Idle(sandbox, plan, Optional.empty())
                            : new Idle(register(owner, sandbox), plan, Optional.of(owner)));
        } catch (IOException e) {
            addFailure(new Failure(plan, String.valueOf(e.getMessage()), System.nanoTime()));
            throw e;
        }
    }

    private synchronized void addFailure(Failure failed) {
        failures.addFirst(failed);
        if (failures.size() > MAX_FAILURES) {
            failures.removeLast();
        }
    }

    private void removeOldFailures() {
        long now = System.nanoTime();
        failures.removeIf(it -> now - it.when() > FAILURE_LIFETIME.toNanos());
    }

    /// An idle sandbox with a matching plan: one of this owner, or a spare.
    synchronized Optional<WarmSandbox> take(SessionSandboxes owner, SandboxPlan plan) {
        if (owner.usePlan(plan)) {
            retire(it -> it.isOf(owner) && !it.plan().matches(plan));
            retire(it -> it.owner().isEmpty() && owners.stream().noneMatch(o -> o.uses(it.plan())));
        }
        Optional<Idle> found =
                findIdle(it -> it.isOf(owner) && it.plan().matches(plan))
                        .or(() -> findIdle(it -> it.isSpare(plan)));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        WarmSandbox sandbox = found.get().sandbox();
        idle.removeIf(it -> it.sandbox() == sandbox);
        owner.add(sandbox);
        return Optional.of(sandbox);
    }

    private Optional<Idle> findIdle(Predicate<Idle> wanted) {
        retire(it -> !it.sandbox().usable());
        for (Idle it : idle) {
            if (wanted.test(it)) {
                return Optional.of(it);
            }
        }
        return Optional.empty();
    }

    /// Registers a new sandbox.
    synchronized WarmSandbox register(SessionSandboxes owner, WarmSandbox sandbox)
            throws HostException {
        if (closed || owner.isClosed()) {
            sandbox.close();
            throw new HostException(ErrorCode.ABORTED, "The session has ended.");
        }
        owner.add(sandbox);
        return sandbox;
    }

    /// Takes a sandbox back for the next command of its session, if it is still usable.
    synchronized void release(SessionSandboxes owner, WarmSandbox sandbox, SandboxPlan plan) {
        if (!sandbox.usable() || closed || owner.isClosed() || !owner.uses(plan)) {
            retire(owner, sandbox);
            return;
        }
        addIdle(new Idle(sandbox, plan, Optional.of(owner)));
        limitIdle(it -> it.isOf(owner), MAX_IDLE_OF_OWNER);
    }

    private void limitIdle(Predicate<Idle> some, int limit) {
        List<Idle> oldestFirst = new ArrayList<>();
        for (Iterator<Idle> it = idle.descendingIterator(); it.hasNext(); ) {
            Idle one = it.next();
            if (some.test(one)) {
                oldestFirst.add(one);
            }
        }
        for (Idle it : oldestFirst.subList(0, Math.max(0, oldestFirst.size() - limit))) {
            retire(other -> other.sandbox().equals(it.sandbox()));
        }
    }

    /// Ends a sandbox.
    synchronized void retire(SessionSandboxes owner, WarmSandbox sandbox) {
        owner.remove(sandbox);
        sandbox.close();
    }

    private void retire(Predicate<Idle> some) {
        for (Idle it : List.copyOf(idle)) {
            if (some.test(it)) {
                idle.removeIf(other -> other.sandbox().equals(it.sandbox()));
                it.owner().ifPresent(owner -> owner.remove(it.sandbox()));
                it.sandbox().close();
            }
        }
    }

    /// Creates a spare like the sandbox of a command that starts, for the next session that runs
    /// its first command.
    void prepareSpare(SessionSandboxes owner, SandboxPlan plan) {
        synchronized (this) {
            if (!isSpareWanted(owner.mode(), plan)) {
                return;
            }
            preparing.add(plan);
        }
        Thread.startVirtualThread(() -> prepare(plan));
    }

    private boolean isSpareWanted(Mode mode, SandboxPlan plan) {
        int having = 0;
        for (SessionSandboxes it : owners) {
            having += it.mode() == mode ? 1 : 0;
        }
        return having < sessions.getAsInt()
                && !closed
                && plan.isShareable()
                && preparing.size() + spares().size() < MAX_SPARES
                && preparing.stream().noneMatch(it -> it.matches(plan))
                && findIdle(it -> it.isSpare(plan)).isEmpty();
    }

    private void prepare(SandboxPlan plan) {
        try {
            addIdle(
                    new Idle(
                            plan.open(StandardInput.of(LaunchRequest.Stdin.INTERACTIVE)),
                            plan,
                            Optional.empty()));
        } catch (IOException _) {
            // The next command tries again and reports the error.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                preparing.removeIf(it -> it == plan);
            }
        }
    }

    private synchronized void addIdle(Idle one) {
        WarmSandbox sandbox = one.sandbox();
        if (closed || !sandbox.usable()) {
            sandbox.close();
            return;
        }
        idle.addFirst(one);
        sandbox.idleFor(maxIdleTime);
        limitIdle(_ -> true, maxIdle);
    }

    /// Ends the sandboxes of a session and waits for their jobs.
    void close(SessionSandboxes owner) {
        List<WarmSandbox> last;
        synchronized (this) {
            owners.remove(owner);
            idle.removeIf(it -> it.isOf(owner));
            last = owner.markClosed();
        }
        last.forEach(WarmSandbox::close);
        last.forEach(WarmSandbox::awaitJob);
    }

    /// Ends all sandboxes.
    void close() {
        List<SessionSandboxes> last;
        synchronized (this) {
            closed = true;
            retire(it -> it.owner().isEmpty());
            last = List.copyOf(owners);
        }
        last.forEach(this::close);
    }

    /// The sandboxes that have run no command.
    synchronized List<WarmSandbox> spares() {
        return idle.stream().filter(it -> it.owner().isEmpty()).map(Idle::sandbox).toList();
    }

    /// The number of idle sandboxes.
    synchronized int idle() {
        retire(it -> !it.sandbox().usable());
        return idle.size();
    }
}
